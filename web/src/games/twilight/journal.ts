/** Lines of a journal, which are numbered from 0 without gaps for each seat apart. */
import type { JournalLine } from './api';

/** Adds lines that are not there yet. */
export function join(log: JournalLine[], more: JournalLine[]): JournalLine[] {
  const have = new Set(log.map(({ n }) => n));
  const fresh = more.filter(({ n }) => !have.has(n));
  return fresh.length ? [...log, ...fresh].sort((one, other) => one.n - other.n) : log;
}

/** Whether nothing is missing between what one has and what came. */
export const continues = (log: JournalLine[], more: JournalLine[]): boolean =>
  (more[0]?.n ?? 0) <= (log.at(-1)?.n ?? -1) + 1;
