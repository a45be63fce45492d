import { describe, expect, it } from 'vitest';
import { contrast, inkOn, readable } from './colour';

const seats = ['#d55e00', '#0072b2', '#009e73', '#e69f00', '#cc79a7', '#56b4e9', '#f0e442', '#999999'];

describe('seat colours', () => {
  it.each(['#f5edda', '#1d2018', '#e9dfc6', '#262a20'])('read on %s', (ground) => {
    for (const colour of seats) {
      expect(contrast(readable(colour, ground), ground)).toBeGreaterThanOrEqual(4.5);
    }
  });
  it('carry ink that reads', () => {
    for (const colour of seats) expect(contrast(inkOn(colour), colour)).toBeGreaterThanOrEqual(4.5);
  });
});
