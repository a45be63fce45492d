import { screen, within } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { at } from '../test/at';
import ProposalComposer from './ProposalComposer.svelte';

const score = (seat: number) => ({
  seat,
  is_in: true,
  territories: 1,
  troops: 3,
  cards: 3,
  traitor_until: null,
  ceasefires: 0,
  betrayals: 0,
});
const pitch = {
  card: 1,
  to: [1, 2],
  slots: 0,
  asks: 0,
  names_third: true,
  against: [1, 2, 3],
  thirds: [
    { to: 1, against: [3] },
    { to: 2, against: [1, 3] },
  ],
};

it('names a third seat out of those that the server allows with the chosen partner', async () => {
  const { order, user } = at(ProposalComposer, {
    view: { scoreboard: [0, 1, 2, 3].map(score) },
    options: { propose: [pitch], pass: true },
  });
  const radios = (name: string) =>
    screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).name === name);
  const label = (radio: HTMLElement) => radio.closest('label')?.textContent?.trim();
  await user.click(screen.getByRole('button', { name: /Ceasefire/ }));
  expect(radios('third'), 'first the partner').toEqual([]);

  await user.click(radios('partner')[0] as HTMLElement);
  expect(radios('third').map(label)).toHaveLength(1);
  await user.click(radios('third')[0] as HTMLElement);
  const send = () => screen.getByRole('button', { name: /^Send to/ });
  expect(send()).toBeEnabled();

  await user.click(radios('partner')[1] as HTMLElement);
  expect(radios('third')).toHaveLength(2);
  await user.click(radios('third')[0] as HTMLElement);
  await user.click(radios('partner')[0] as HTMLElement);
  expect(send(), 'a partner is no third').toBeDisabled();

  await user.click(
    within(screen.getByRole('region', { name: 'A new proposal' }))
      .getAllByRole('radio')
      .at(-1)!,
  );
  await user.click(send());
  expect(order).toHaveBeenCalledExactlyOnceWith({ type: 'propose', to: 1, card: 1, slots: [], against: 3 });
});
