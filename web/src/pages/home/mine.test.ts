import { expect, it } from 'vitest';
import type { Waiting } from '../../api/types';
import { against, goOn } from './mine.svelte';

const table = (id: string, standing: Waiting['standing'], seat: number | null = 0) =>
  ({ table: id, standing, seat }) as Waiting;

it('goes on where one was, unless that is over', () => {
  const tables = [table('a', 'playing'), table('b', 'playing'), table('c', 'over'), table('d', 'playing', null)];
  expect(goOn(tables, 'b')?.table).toBe('b');
  expect(goOn(tables, 'c')?.table).toBe('a');
  expect(goOn(tables, 'd')?.table).toBe('a');
  expect(goOn([table('c', 'over')], 'c')).toBeUndefined();
});

it('names a few opponents', () => {
  expect(against([])).toBe('nobody else yet');
  expect(against(['Ann', 'Bob'])).toBe('Ann, Bob');
  expect(against(['Ann', 'Bob', 'Cyd', 'Dan', 'Eve'])).toBe('Ann, Bob and 3 more');
});
