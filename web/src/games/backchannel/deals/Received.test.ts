import { screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { at } from '../test/at';
import Received from './Received.svelte';

const proposal = {
  id: { from: 1, number: 1 },
  to: 0,
  card: 1,
  agreement: 'ceasefire' as const,
  slots: [0],
  asks: 1,
  filled: null,
  against: null,
  expires: 5,
  activates: null,
};
const answer = [{ proposal: proposal.id, slots: 1 }];

describe('a proposal', () => {
  it('says what each side gives and is accepted with the cards one chose', async () => {
    const { order, user } = at(Received, { options: { answer, free_troops: [0, 0] } }, { proposal });
    expect(screen.getByText('gives Reserves (+3)')).toBeInTheDocument();
    expect(screen.getByText('expires in 2 rounds')).toBeInTheDocument();
    const accept = screen.getByRole('button', { name: 'Accept' });
    expect(accept).toBeDisabled();
    await user.click(screen.getByRole('button', { name: /Reserves/ }));
    await user.click(accept);
    expect(order).toHaveBeenCalledExactlyOnceWith({ type: 'accept', proposal: proposal.id, slots: [0] });
  });

  it('can only be declined by those who cannot pay', async () => {
    const { order, user } = at(Received, { options: { answer, free_troops: [] } }, { proposal });
    expect(screen.getByRole('button', { name: 'Accept' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    expect(order).toHaveBeenCalledWith({ type: 'decline', proposal: proposal.id });
  });
});
