import { screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { at } from '../test/at';
import PlayTactic from './PlayTactic.svelte';

it('a betrayal shows its price before the click', async () => {
  const treaty = { with: 1, agreement: 'ceasefire' as const, against: null };
  const { order, user } = at(PlayTactic, {
    view: { phase: 'window' },
    options: {
      play: [{ card: 2, targets: 'treaties', price: ['You are a traitor.', 'It is dear.'] }],
      treaties: [treaty],
    },
  });
  await user.click(screen.getByRole('button', { name: /Betrayal/ }));
  expect(screen.getByText('You are a traitor.')).toBeInTheDocument();
  expect(screen.getByText('It is dear.')).toBeInTheDocument();
  const betray = screen.getByRole('button', { name: 'Betray them' });
  expect(betray).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: 'Ceasefire with Brandt' }));
  await user.click(betray);
  expect(order, 'it asks first').not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Break it', hidden: true }));
  expect(order).toHaveBeenCalledWith({ type: 'play', card: 2, target: { treaty } });
});
