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
const answer = [{ proposal: proposal.id, slots: 1, affordable: true }];
const unaffordable = answer.map((each) => ({ ...each, affordable: false }));

describe('a proposal', () => {
  it('says what each side gives and is accepted with the cards one chose', async () => {
    const { order, user } = at(Received, { options: { answer, free_troops: [0, 0] } }, { proposal });
    expect(screen.getByText('You give 1, they give 1.')).toBeInTheDocument();
    const sides = screen.getAllByRole('term').map((term) => term.textContent?.trim());
    expect(sides[0], 'the reader comes first').toMatch(/You/);
    expect(screen.getByText('gives Reserves (+3)')).toBeInTheDocument();
    expect(screen.getByText('expires in 2 rounds')).toBeInTheDocument();
    const accept = screen.getByRole('button', { name: 'Accept' });
    expect(accept).toBeDisabled();
    expect(screen.queryByText(/accepting takes/)).toBeNull();
    await user.click(screen.getByRole('button', { name: /Reserves/ }));
    await user.click(accept);
    expect(order).toHaveBeenCalledExactlyOnceWith({ type: 'accept', proposal: proposal.id, slots: [0] });
  });

  it('can only be declined by those who cannot pay', async () => {
    const { order, user } = at(Received, { options: { answer: unaffordable, free_troops: [] } }, { proposal });
    expect(screen.getByText('You have 0 free troop cards; accepting takes 1.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Accept' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    expect(order).toHaveBeenCalledWith({ type: 'decline', proposal: proposal.id });
  });
});
