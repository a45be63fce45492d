/** How news changes what is known: parts that changed are replaced whole (see the protocol). */
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
  if (lands) {
    next.lands = view.lands.slice();
    for (const [index, land] of Object.entries(lands)) next.lands[Number(index)] = land;
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
