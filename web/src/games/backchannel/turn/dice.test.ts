import { describe, expect, it } from 'vitest';
import { course, shown } from './dice';

describe('dice', () => {
  it('are shown as they were thrown, with those that were beaten and those that a wall helped', () => {
    const { attack, defence } = shown({
      rolls: 1,
      attacker_lost: 1,
      defender_lost: 1,
      dice: { attack: [6, 4, 0], defence: [4, 4], fortified: 1 },
      beaten: { attack: [false, true, false], defence: [true, false] },
    });
    expect(attack).toEqual([
      { value: 6, lost: false, bonus: false },
      { value: 4, lost: true, bonus: false },
    ]);
    expect(defence).toEqual([
      { value: 4, lost: true, bonus: true },
      { value: 4, lost: false, bonus: false },
    ]);
  });
});

it('comes to its losses last, however many rolls there were', () => {
  for (const rolls of [1, 4, 300]) {
    const stages = course(rolls);
    expect(stages.filter(({ stage }) => stage.counted)).toHaveLength(1);
    expect(stages.at(-1)?.stage).toEqual({ roll: rolls, rolling: false, counted: true });
    expect(stages.at(-1)?.after).toBeLessThan(3_000);
    expect(stages.filter(({ stage }) => stage.rolling).at(-1)?.stage.roll).toBe(rolls);
  }
});
