import { expect, test } from 'vitest';
import { chance, losses } from './odds';

test('what is not certain never looks certain', () => {
  expect(chance(0.9996)).toBe('> 99 %');
  expect(chance(0.0004)).toBe('< 1 %');
  expect(chance(0.417)).toBe('42 %');
  expect(chance(1)).toBe('100 %');
});

test('losses have one decimal while they are small', () => {
  expect(losses(2.34)).toBe('2.3');
  expect(losses(1234.5)).toBe('1235');
});
