import { expect, it } from 'vitest';
import { nearest } from './paces';

it('shows the choice that is nearest to any pace', () => {
  expect([0, 60, 300, 700, 900, 10_000].map(nearest)).toEqual([0, 0, 250, 700, 700, 1500]);
});
