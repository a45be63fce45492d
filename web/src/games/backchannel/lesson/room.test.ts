import { expect, test } from 'vitest';
import { leadsOn } from './room.svelte';

test('an attack with one roll may be made in any mode, a blitz only as a blitz', () => {
  const attack = (mode: 'once' | 'blitz', to = 2) => ({ type: 'attack', from: 1, to, mode }) as const;
  expect(leadsOn(attack('once'), attack('blitz'))).toBe(true);
  expect(leadsOn(attack('blitz'), attack('once'))).toBe(false);
  expect(leadsOn(attack('once'), attack('once', 3))).toBe(false);
});

test('everything else must be what the story waits for, in whatever order it is written', () => {
  expect(leadsOn({ type: 'deploy', to: 1, troops: 3 }, { troops: 3, to: 1, type: 'deploy' })).toBe(true);
  expect(leadsOn({ type: 'deploy', to: 1, troops: 3 }, { type: 'deploy', to: 1, troops: 2 })).toBe(false);
  expect(leadsOn(null, { type: 'pass' })).toBe(false);
});
