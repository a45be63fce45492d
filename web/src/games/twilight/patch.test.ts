import { expect, it } from 'vitest';
import { patchDesk } from './patch';
import { known } from './test/desk';
import { galaxy, system } from './test/galaxy';

it('news changes single players and single systems, and merges what is one’s own', () => {
  const { view: desk } = known({ galaxy: galaxy([system([0, 0]), system([0, 1])], { hil_colish: 1 }) });
  const system1 = { ...system([0, 1]), units: [1] };
  const bob = { ...desk.players[1]!, trade_goods: 9 };
  const next = patchDesk(desk, {
    round: 3,
    players: { 1: bob },
    own: { secrets: ['Control'] },
    galaxy: { systems: { 1: system1 } },
  });
  expect(next.round).toBe(3);
  expect(next.players).toEqual([desk.players[0], bob]);
  expect(next.own).toEqual({ ...desk.own, secrets: ['Control'] });
  expect(next.galaxy).toEqual({ ...desk.galaxy, systems: [desk.galaxy?.systems[0], system1] });
  const bent = { ...desk.galaxy!.modifiers, hil_colish: 0 };
  expect(patchDesk(next, { galaxy: { modifiers: bent } }).galaxy).toEqual({ ...next.galaxy, modifiers: bent });
});
