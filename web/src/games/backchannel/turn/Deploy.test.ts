import { screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { at } from '../test/at';
import Deploy from './Deploy.svelte';

const deploying = {
  view: { phase: 'deploy' as const },
  own: { deploy: 3 },
  options: {
    deploy: [
      { on: 0, most: 3 },
      { on: 1, most: 1 },
    ],
  },
};

it('places troops, takes them back, and sends only what is left', async () => {
  const { workspace, order, user } = at(Deploy, deploying);
  expect(screen.getByRole('button', { name: 'Place troops first' })).toBeDisabled();
  workspace.choose(0);
  workspace.draft(0, 2);
  workspace.draft(1, 5);
  expect(workspace.left).toBe(0);
  expect(workspace.drafts.get(1)).toBe(1);

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(workspace.drafts.has(1)).toBe(false);
  expect(order).not.toHaveBeenCalled();

  await user.click(screen.getByRole('button', { name: 'Send 2, keep 1 for later' }));
  expect(order).toHaveBeenCalledExactlyOnceWith({ type: 'deploy', to: 0, troops: 2 });
  expect(workspace.drafted).toBe(0);
});
