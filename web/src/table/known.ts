/** What a client knows of a table, and how news changes it: parts that changed are replaced whole (see the protocol). */
import type { Problem, Schemas, Seat, TableNews } from '../api/types';

export interface LogLine {
  n: number;
  round: number;
  filters: string[];
  line: { text: string }[];
}

/** The shapes in which a ruleset tells of its game. */
export interface Shapes {
  view: object;
  viewPatch: object;
  options: object;
  line: LogLine;
  command: Schemas['AnyCommand'];
}

export interface Known<S extends Shapes> {
  seq: number;
  seat: Seat | null;
  view: S['view'];
  options: S['options'] | null;
  log: S['line'][];
  table: TableNews;
}

export type ViewMessage<S extends Shapes> = { type: 'view' } & Known<S>;
export interface NewsMessage<S extends Shapes> {
  type: 'news';
  seq: number;
  view: S['viewPatch'];
  options?: Partial<S['options']> | null;
  log: S['line'][];
  table?: TableNews | null;
}
export type Message<S extends Shapes> =
  | ViewMessage<S>
  | NewsMessage<S>
  | { type: 'table'; table: TableNews }
  | { type: 'accepted'; id: string; seq: number }
  | { type: 'refused'; id: string; problem: Problem }
  | { type: 'problem'; problem: Problem }
  | { type: 'pong' };

export type PatchView<S extends Shapes> = (view: S['view'], patch: S['viewPatch']) => S['view'];

/** The same list with other things in some places. */
export function places<T>(list: T[], changed: Record<string, T> = {}): T[] {
  const next = list.slice();
  for (const [index, thing] of Object.entries(changed)) next[Number(index)] = thing;
  return next;
}

/** Adds lines that are not there yet; lines are numbered from 0 without gaps. */
export function joinLog<Line extends Pick<LogLine, 'n'>>(log: Line[], more: Line[]): Line[] {
  const [first, last] = [log[0]?.n, log.at(-1)?.n];
  if (first === undefined || last === undefined) return more;
  const older = more.filter((line) => line.n < first);
  const newer = more.filter((line) => line.n > last);
  return older.length || newer.length ? [...older, ...log, ...newer] : log;
}

/** What a view tells; the log that one had is kept if nothing is missing between it and what came. */
export function begin<S extends Shapes>(message: ViewMessage<S>, before?: Known<S> | null): Known<S> {
  const { seq, seat, view, options, log, table } = message;
  const joins = before && (log[0]?.n ?? 0) <= (before.log.at(-1)?.n ?? -1) + 1;
  return { seq, seat, view, options, table, log: joins ? joinLog(before.log, log) : log };
}

export function follow<S extends Shapes>(known: Known<S>, news: NewsMessage<S>, patch: PatchView<S>): Known<S> {
  return {
    ...known,
    seq: news.seq,
    view: patch(known.view, news.view),
    options: news.options && known.options ? { ...known.options, ...news.options } : known.options,
    log: joinLog(known.log, news.log),
    table: news.table ?? known.table,
  };
}
