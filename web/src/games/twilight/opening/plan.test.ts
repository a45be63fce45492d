import { expect, it } from 'vitest';
import { deskReference } from '../test/desk';
import { Plan } from './plan.svelte';

const start = {
  ...deskReference.setup.start,
  players: 2,
  neighbours: [[0, 1]] as [number, number][],
  factions: ['mentak', 'sol', 'hacan', 'naalu'] as const,
  sample: { map_string: '1 2 3', players: 3 },
};
const reference = {
  ...deskReference,
  setup: { ...deskReference.setup, start: { ...start, factions: [...start.factions] } },
};

it('begins as the server says, and fills its sample map', () => {
  const plan = new Plan(reference);
  expect(plan.players.map(({ faction }) => faction)).toEqual(['mentak', 'sol']);
  expect(plan.pairs).toEqual([[0, 1]]);

  plan.trySample();
  expect(plan.players.map(({ faction }) => faction)).toEqual(['mentak', 'sol', 'hacan']);
  expect(plan.map_string).toBe('1 2 3');
});

it('settles open questions one by one, and leaves the others open', () => {
  const plan = new Plan(reference);
  plan.settle('packages', 'together');
  plan.settle('zeu', 'no');
  plan.settle('zeu', '');
  expect(plan.game.setup.readings).toMatchObject({ settled: { packages: 'together' } });
});
