import { expect, test } from 'vitest';
import { fought, line, taken } from '../test/lines';
import { absence, briefing } from './briefing';

const ADA = 0;
const turn = (n: number, type: 'turn_started' | 'turn_ended', seat: number) => line(n, { type, seat }, []);

test('it begins where the last turn ended and stops where this one started', () => {
  const log = [turn(0, 'turn_started', ADA), turn(1, 'turn_ended', ADA), fought(2, 1, 0), turn(3, 'turn_started', ADA)];
  expect(absence(log, ADA)?.map(({ n }) => n)).toEqual([2]);
  expect(absence(log.slice(0, 2), ADA)).toBeNull();
  expect(absence([turn(0, 'turn_started', ADA)], ADA)).toBeNull();
});

test('before the first turn it tells of those who moved earlier, if the log reaches back so far', () => {
  const log = [turn(0, 'turn_started', 1), fought(1, 1, 0), turn(2, 'turn_ended', 1), turn(3, 'turn_started', ADA)];
  expect(absence(log, ADA)?.map(({ n }) => n)).toEqual([0, 1, 2]);
  expect(absence(log.slice(1), ADA), 'older lines have to be fetched').toBeNull();
});

test('it tells losses, what was held and what nobody saw apart', () => {
  const told = briefing([fought(1, 1, 1), fought(2, 1, 0), fought(3, 1, 0), taken(4, 1, 0), fought(5, 1, null)], ADA);
  expect(told.lost.map(({ n }) => n)).toEqual([4]);
  expect(told.held.map(({ to, rolls }) => [to, rolls])).toEqual([[1, 1]]);
  expect(told.unseen).toBe(1);
  expect(told.strikes.map(({ to, rolls, taken }) => [to, rolls, taken])).toEqual([
    [1, 1, false],
    [0, 2, true],
  ]);
});
