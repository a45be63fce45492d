/** The daily table in words. */
import type { DailyResult } from '../../api/daily';

/** A day such as `2026-11-18` as people write it. */
export const dayWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

export const scoreWords = (score: number): string => `${Number((score / 100).toFixed(1))} %`;

export function resultWords({ won, score, rounds }: DailyResult): string {
  if (won) return `Won in round ${rounds}, ${scoreWords(score)}`;
  return score > 0 ? `${scoreWords(score)} after round ${rounds}` : `Out in round ${rounds}`;
}

const BLOCKS = '▁▂▃▄▅▆▇█';
/** Numbers as a row of blocks, the largest as high as can be. */
export function sparkline(values: number[]): string {
  const most = Math.max(1, ...values);
  return values.map((value) => BLOCKS[Math.min(7, Math.floor((value / most) * 8))]).join('');
}

interface Told {
  day: string;
  map: string;
  result: DailyResult;
  streak: number;
  /** One's own territories, round by round. */
  land: number[];
  link: string;
}

/** What one sends to friends: nothing in it helps them. */
export function shareText({ day, map, result, streak, land, link }: Told): string {
  const lines = [`Backchannel daily, ${dayWords(day)}`, `${map}: ${resultWords(result)}`, sparkline(land)];
  if (streak > 1) lines.push(`${streak} days in a row`);
  return [...lines, link].join('\n');
}
