/** Numbers of a report, as they are written. */
import type { ShareInterval } from '../../api/reports';

export const percent = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)} %`;
export const grouped = (number: number): string => number.toLocaleString('en', { maximumFractionDigits: 0 });
/** An id of the server's as a person would write it. */
export const words = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1).replaceAll(/[-_]/g, ' ');

/** A value with its interval, drawn on a line. */
export interface Interval {
  label: string;
  value: number;
  low: number;
  high: number;
  told: string;
}

/** A share as a multiple of the fair one. */
export function ratio(label: string, { rate, low, high, fair, trials }: ShareInterval): Interval {
  const times = (share: number) => (fair > 0 ? share / fair : 0);
  const told = trials ? `${times(rate).toFixed(2)} ×` : '–';
  return { label, value: times(rate), low: times(low), high: times(high), told };
}

/** The ends of a line on which all of these fit, with the mark. */
export function bounds(rows: Interval[], mark: number): [number, number] {
  const all = [mark, ...rows.flatMap(({ low, high }) => [low, high])];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const room = (most - least || 1) * 0.06;
  return [least - room, most + room];
}
