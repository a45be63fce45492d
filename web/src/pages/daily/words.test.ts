import { expect, it } from 'vitest';
import { dayWords, resultWords, shareText, sparkline } from './words';

it('says what came of a try', () => {
  expect(resultWords({ won: true, score: 10000, rounds: 9 })).toBe('Won in round 9, 100 %');
  expect(resultWords({ won: false, score: 2350, rounds: 15 })).toBe('23.5 % after round 15');
  expect(resultWords({ won: false, score: 0, rounds: 4 })).toBe('Out in round 4');
});

it('draws numbers as blocks', () => {
  expect(sparkline([0, 5, 10])).toBe('▁▅█');
  expect(sparkline([0, 0])).toBe('▁▁');
});

it('makes a text to share without the seed', () => {
  const told = { day: '2026-11-18', map: 'Sarn', result: { won: true, score: 6000, rounds: 12 }, streak: 3 };
  expect(shareText({ ...told, land: [4, 8], link: 'https://x/daily' })).toBe(
    'Backchannel daily, 18 November 2026\nSarn: Won in round 12, 60 %\n▅█\n3 days in a row\nhttps://x/daily',
  );
  expect(dayWords('2026-01-01')).toBe('1 January 2026');
});
