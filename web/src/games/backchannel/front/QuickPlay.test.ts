import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import QuickPlay from './QuickPlay.svelte';

const bot = (name: string, person: string) => ({
  name,
  about: '',
  title: 'Colonel',
  person,
  deals: true,
  levels: { easy: `${name}-easy`, normal: name, hard: `${name}-hard` },
});
const level = (id: string) => ({ id, name: id, about: '' });

vi.mock('../api', () => ({
  backchannel: () =>
    Promise.resolve({
      bots: [bot('envoy', 'Aare'), bot('warden', 'Birk'), bot('broker', 'Coll')],
      levels: ['easy', 'normal', 'hard'].map(level),
      company: ['envoy', 'warden', 'broker'],
      starts: { quick: { seats: 3, level: 'hard', opponents: ['warden', 'envoy'] } },
    }),
}));

it('shows the opponents that the server names, and the easy level until another one was chosen', async () => {
  const onchoose = vi.fn();
  render(QuickPlay, { busy: false, onchoose, onclose: () => {} });
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('Colonel Birk');
  expect(screen.getByRole('button', { name: /easy/ })).toHaveClass('usual');
  const hard = screen.getByRole('button', { name: /hard/ });
  expect(hard).not.toHaveClass('usual');
  await userEvent.setup().click(hard);
  expect(onchoose).toHaveBeenCalledExactlyOnceWith('hard');
  expect(hard).toHaveClass('usual');
});
