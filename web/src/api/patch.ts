/** How news changes what is known: parts that changed are replaced whole (see the protocol). */
import type { TwilightView, TwilightViewPatch } from '../games/twilight/api';
import type {
  BackchannelLogLine,
  BackchannelOptions,
  BackchannelView,
  BackchannelViewPatch,
  NewsMessage,
  Seat,
  TableNews,
  ViewMessage,
} from './types';

/** All that a client knows of a table. */
export interface Known {
  seq: number;
  seat: Seat | null;
  view: BackchannelView;
  options: BackchannelOptions | null;
  log: BackchannelLogLine[];
  table: TableNews;
}

export function patchView(view: BackchannelView, patch: BackchannelViewPatch): BackchannelView {
  const { own, lands, ...rest } = patch;
  const next: BackchannelView = { ...view, ...rest };
  if (own === null) next.own = null;
  else if (own) next.own = { ...(view.own as NonNullable<typeof view.own>), ...own };
  if (lands) next.lands = places(view.lands, lands);
  return next;
}

/** The same list with other things in some places. */
function places<T>(list: T[], changed: Record<string, T> = {}): T[] {
  const next = list.slice();
  for (const [index, thing] of Object.entries(changed)) next[Number(index)] = thing;
  return next;
}

export function patchDesk(view: TwilightView, patch: TwilightViewPatch): TwilightView {
  const { own, players, galaxy, ...rest } = patch;
  const next: TwilightView = { ...view, ...rest };
  if (own && view.own) next.own = { ...view.own, ...own };
  if (players) next.players = places(view.players, players);
  if (galaxy && view.galaxy) {
    next.galaxy = { ...view.galaxy, ...galaxy, systems: places(view.galaxy.systems, galaxy.systems) };
  }
  return next;
}

/** Adds lines that are not there yet; lines are numbered from 0 without gaps. */
export function joinLog(log: BackchannelLogLine[], more: BackchannelLogLine[]): BackchannelLogLine[] {
  const [first, last] = [log[0]?.n, log.at(-1)?.n];
  if (first === undefined || last === undefined) return more;
  const older = more.filter((line) => line.n < first);
  const newer = more.filter((line) => line.n > last);
  return older.length || newer.length ? [...older, ...log, ...newer] : log;
}

export function begin(message: ViewMessage, before?: Known): Known {
  const { seq, seat, view, options, log, table } = message;
  const joins = before !== undefined && (log[0]?.n ?? 0) <= (before.log.at(-1)?.n ?? -1) + 1;
  return { seq, seat, view, options, table, log: joins ? joinLog(before.log, log) : log };
}

export function follow(known: Known, news: NewsMessage): Known {
  return {
    ...known,
    seq: news.seq,
    view: patchView(known.view, news.view),
    options: news.options && known.options ? { ...known.options, ...news.options } : known.options,
    log: joinLog(known.log, news.log),
    table: news.table ?? known.table,
  };
}
