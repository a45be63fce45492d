import { describe, expect, it } from 'vitest';
import { pairs } from './dice';

describe('dice', () => {
  it('fall to the higher one, and ties go to the defender', () => {
    const { attack, defence } = pairs({ attack: [2, 6, 4], defence: [5, 4], fortified: 0 });
    expect(attack.map(({ value, lost }) => [value, lost])).toEqual([
      [6, false],
      [4, true],
      [2, false],
    ]);
    expect(defence.map(({ value, lost }) => [value, lost])).toEqual([
      [5, true],
      [4, false],
    ]);
  });
  it('are helped by a wall', () => {
    const { defence } = pairs({ attack: [6, 0, 0], defence: [5, 0], fortified: 1 });
    expect(defence).toEqual([{ value: 5, lost: false, bonus: true }]);
  });
});
