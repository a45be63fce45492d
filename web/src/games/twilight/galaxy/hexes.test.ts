import { describe, expect, it } from 'vitest';
import { galaxy, system } from '../test/galaxy';
import { border, centre, layout, SIZE } from './hexes';

describe('hexes', () => {
  it('touch their neighbours and nothing else', () => {
    for (const [q, r] of [
      [1, 0],
      [0, 1],
      [1, -1],
      [-1, 0],
      [0, -1],
      [-1, 1],
    ] as const) {
      expect(Math.hypot(...centre([q, r]))).toBeCloseTo(SIZE * Math.sqrt(3));
    }
    const [x, y] = centre([0, -1]);
    expect(x).toBeCloseTo(0);
    expect(y).toBeLessThan(0);
  });

  it('put what lies off the map below it', () => {
    const { places } = layout(galaxy([system([0, 0]), system([0, 1]), system(null)]));
    expect(places[2]?.[1]).toBeGreaterThan((places[1]?.[1] ?? 0) + SIZE);
  });

  it('meet on a border that lies across the way from one to the other', () => {
    expect(border([0, 0], centre([0, 1]))).toBe('M22.5 43.3 L-22.5 43.3');
    expect(border([0, 0], centre([0, 3]))).toMatch(/^M0 0 L0 259/);
  });
});
