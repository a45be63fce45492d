import { describe, expect, it } from 'vitest';
import type { BackchannelOptions } from '../api';
import { choices, choose } from './choice';

const options = {
  deploy: [{ on: 3, most: 2 }],
  attack: [
    { from: 1, to: [5, 6], stop_loss: null },
    { from: 2, to: [6], stop_loss: null },
  ],
  reinforce: [
    { from: 1, to: [2], most: 4 },
    { from: 1, to: [3], most: 1 },
  ],
} as unknown as BackchannelOptions;

describe('a tap on the map', () => {
  it('lights up where troops may be placed', () => {
    expect([...choices(options, 'deploy', null).lit]).toEqual([3]);
  });

  it('chooses a source, then a target, then another source', () => {
    const before = choices(options, 'attack', null);
    expect([...before.lit]).toEqual([1, 2]);
    expect(before.targets.size).toBe(0);
    const source = choose(before, { from: null, to: null }, 1);
    expect(source).toEqual({ from: 1, to: null });
    const aimed = choices(options, 'attack', source.from);
    expect([...aimed.targets]).toEqual([5, 6]);
    expect(choose(aimed, source, 6)).toEqual({ from: 1, to: 6 });
    expect(choose(aimed, { from: 1, to: 6 }, 2)).toEqual({ from: 2, to: null });
  });

  it('lets go of what is chosen when the tap means nothing', () => {
    const aimed = choices(options, 'attack', 1);
    expect(choose(aimed, { from: 1, to: 5 }, 9)).toEqual({ from: 1, to: null });
    expect(choose(aimed, { from: 1, to: null }, 9)).toEqual({ from: null, to: null });
    expect(choose(aimed, { from: 1, to: null }, 1)).toEqual({ from: null, to: null });
  });

  it('joins the marches that are listed apart', () => {
    expect([...choices(options, 'reinforce', 1).targets]).toEqual([2, 3]);
  });

  it('offers nothing to those who may do nothing', () => {
    expect(choices(null, 'attack', 1).lit.size).toBe(0);
  });
});
