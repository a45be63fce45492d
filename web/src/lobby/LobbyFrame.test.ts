import { render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { expect, it } from 'vitest';
import type { Table } from '../api/types';
import { Gathering } from './gathering.svelte';
import LobbyFrame from './LobbyFrame.svelte';

const text = (words: string) => createRawSnippet(() => ({ render: () => `<p>${words}</p>` }));
function lobby(holders: string[], you_own_it: boolean) {
  const seats = holders.map((kind, seat) => ({ seat, holder: { kind } }));
  const table = { id: 't', seats, you_own_it, owner: { name: 'Ada' }, settings: {}, invite: null };
  render(LobbyFrame, {
    table: table as unknown as Table,
    gathering: new Gathering(() => {}),
    noun: 'Table',
    title: 'Friday',
    width: '26rem',
    words: { start: 'Start the game', starts: 'starts the game', disband: 'Disband this table' },
    home: '/',
    seats: text('Who sits where'),
    children: text('What is played'),
  });
}

it('starts when every seat is taken, and not before', () => {
  lobby(['person', 'nobody'], true);
  expect(screen.getByRole('button', { name: '1 to come' })).toBeDisabled();
  expect(screen.getByText('1/2')).toBeVisible();
  lobby(['person', 'bot'], true);
  expect(screen.getByRole('button', { name: 'Start the game' })).toBeEnabled();
});

it('tells everybody else who starts it', () => {
  lobby(['person', 'person'], false);
  expect(screen.getByText('Ada starts the game when every seat is taken.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Start|Disband/ })).toBeNull();
});
