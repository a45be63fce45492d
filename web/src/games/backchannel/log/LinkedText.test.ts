import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Piece } from '../api';
import { seated } from '../test/seated';
import TableHarness from '../test/TableHarness.svelte';
import LinkedText from './LinkedText.svelte';

const pieces: Piece[] = [
  { piece: 'player', seat: 1, text: 'Brandt' },
  { piece: 'text', text: ' attacks ??? from ' },
  { piece: 'territory', territory: 2, text: 'Gull Rock' },
  { piece: 'text', text: ' near ' },
  { piece: 'zone', zone: 0, text: 'The west' },
  { piece: 'text', text: ' despite ' },
  { piece: 'plain', text: 'a ceasefire' },
];

describe('links in a sentence', () => {
  it('are typed as BC-805 says, and point at the map only', async () => {
    const { room, workspace } = seated();
    render(TableHarness, { props: { room, workspace, component: LinkedText, props: { pieces } } });
    const user = userEvent.setup();

    await user.click(screen.getByRole('button', { name: 'Gull Rock' }));
    expect(workspace.pulse).toMatchObject({ lands: [2], zoom: true });

    await user.click(screen.getByRole('button', { name: 'Brandt' }));
    expect(workspace.pulse).toMatchObject({ lands: [1], zoom: false });

    await user.click(screen.getByRole('button', { name: 'The west' }));
    expect(workspace.pulse).toMatchObject({ lands: [0, 1], zoom: false });

    expect(screen.queryByRole('button', { name: 'a ceasefire' })).toBeNull();
    expect(screen.getByText('???')).toBeInTheDocument();
  });
});
