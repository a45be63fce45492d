import { expect, it } from 'vitest';
import type { BackchannelView, Own } from './api';
import { patchTable } from './patch';

const view = {
  round: 1,
  lands: ['unknown', 'unknown', 'unknown'],
  own: { seat: 0, deploy: 3, bonus: 1 } as Own,
  truces: [],
} as unknown as BackchannelView;

it('news replaces parts whole, merges what is one’s own and changes single lands', () => {
  const seen = { seen: { owner: 1, troops: 4 } };
  const next = patchTable(view, { round: 2, own: { deploy: 0 }, lands: { 1: seen } });
  expect(next.round).toBe(2);
  expect(next.own).toEqual({ seat: 0, deploy: 0, bonus: 1 });
  expect(next.lands).toEqual(['unknown', seen, 'unknown']);
  expect(view.lands[1]).toBe('unknown');
});
