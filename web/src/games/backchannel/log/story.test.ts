import { expect, test } from 'vitest';
import type { BackchannelLogLine } from '../api';
import { fought, line, player, taken } from '../test/lines';
import { told } from './story';

const words = (row: BackchannelLogLine) => row.line.map(({ text }) => text).join('');
const started = (n: number, seat: number) => line(n, { type: 'turn_started', seat }, [player(seat)]);
const round = (n: number) => line(n, { type: 'round_started', round: n }, []);

test('a turn of many attacks is one line that stands for all of them', () => {
  const rows = told([started(0, 1), fought(1, 1, 0), fought(2, 1, 0), taken(3, 1, 0), started(4, 0)]);
  expect(rows).toHaveLength(3);
  expect(words(rows[1] as BackchannelLogLine)).toBe('Brandt attacks 2 times, takes Alder Marsh, loses 2 and kills 4.');
  expect(rows[1]?.parts).toHaveLength(3);
});

test('what was out of sight is counted and not named', () => {
  const rows = told([fought(1, 1, null), fought(2, 1, null), fought(3, 1, null), taken(4, 1, null)]);
  expect(words(rows[0] as BackchannelLogLine)).toBe(
    'Brandt fights 3 battles that you did not see, takes 1 territory out of sight.',
  );
});

test('a signal in between does not tear a turn apart, and a few moves are told one by one', () => {
  const said = line(2, { type: 'passed', seat: 0 }, []);
  expect(told([fought(1, 1, 0), said, fought(3, 1, 0), taken(4, 1, 0)]).map(({ n }) => n)).toEqual([1, 2]);
  expect(told([fought(1, 1, 0), taken(2, 1, 0)]).map(({ n }) => n)).toEqual([1, 2]);
});

test('a round in which nothing of the kind happened has no heading', () => {
  expect(told([round(1), round(2), fought(3, 1, 0), round(4)]).map(({ n }) => n)).toEqual([2, 3, 4]);
});
