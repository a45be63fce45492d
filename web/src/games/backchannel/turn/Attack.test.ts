import { screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { attackMode } from '../../../lib/preferences.svelte';
import { at } from '../test/at';
import Attack from './Attack.svelte';

const attacking = (stop_loss: { least: number; most: number } | null) => ({
  options: { end_attack: true, attack: [{ from: 0, to: [1], stop_loss }] },
});

describe('an attack', () => {
  beforeEach(() => (attackMode.value = 'once'));

  it('goes where it is aimed, as far as one chose, and remembers that', async () => {
    const { workspace, order, user } = at(Attack, attacking({ least: 2, most: 4 }));
    expect(screen.queryByRole('button', { name: 'Attack' })).toBeNull();
    workspace.choose(0, 1);
    await user.click(await screen.findByRole('radio', { name: 'Stop-loss' }));
    await user.click(screen.getByRole('button', { name: 'One more' }));
    await user.click(screen.getByRole('button', { name: 'Attack' }));
    expect(order).toHaveBeenCalledWith({ type: 'attack', from: 0, to: 1, mode: { stop_loss: 3 } });
    expect(attackMode.value).toBe('stop_loss');
  });

  it('is one roll where the server allows no more, whatever was chosen before', async () => {
    attackMode.value = 'blitz';
    const { workspace, order, user } = at(Attack, attacking(null));
    workspace.choose(0, 1);
    expect(await screen.findByRole('radio', { name: 'Blitz' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Attack' }));
    expect(order).toHaveBeenCalledWith({ type: 'attack', from: 0, to: 1, mode: 'once' });
  });

  it('can be left at any time', async () => {
    const { order, user } = at(Attack, attacking(null));
    await user.click(screen.getByRole('button', { name: 'Done attacking' }));
    expect(order).toHaveBeenCalledWith({ type: 'end_attack' });
  });
});
