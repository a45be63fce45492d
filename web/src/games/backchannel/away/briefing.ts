/** What happened between one's last turn and this one. It only sorts what the log says, so it knows no more than that. */
import type { Seat } from '../../../api/types';
import type { BackchannelLogLine, Territory } from '../api';

/** Attacks of one seat on one place, as an arrow on the map. */
export interface Strike {
  n: number;
  by: Seat;
  against: Seat | null;
  from: Territory | null;
  to: Territory;
  rolls: number;
  taken: boolean;
}

export interface Briefing {
  /** The round of one's last turn. */
  since: number;
  lost: BackchannelLogLine[];
  /** Attacks on oneself that took nothing. */
  held: Strike[];
  /** What changed hands between others. */
  elsewhere: BackchannelLogLine[];
  /** Battles of which neither place was in sight. */
  unseen: number;
  deals: BackchannelLogLine[];
  strikes: Strike[];
}

const DEALS = new Set([
  'proposed',
  'accepted',
  'declined',
  'lapsed',
  'voided',
  'undone',
  'activated',
  'treaty_ended',
  'truce_began',
  'truce_ended',
  'betrayed',
]);

type Turn = 'turn_started' | 'turn_ended';
const isOwn = (line: BackchannelLogLine, type: Turn, seat: Seat) =>
  line.notice.type === type && line.notice.seat === seat;

/**
 * The lines from the end of one's last turn to the start of this one; before one's first turn, from the start of the
 * game. Nothing for whoever moves first, or if the log does not reach back so far.
 */
export function absence(log: BackchannelLogLine[], seat: Seat): BackchannelLogLine[] | null {
  const start = log.findLastIndex((line) => isOwn(line, 'turn_started', seat));
  const end = log.slice(0, Math.max(start, 0)).findLastIndex((line) => isOwn(line, 'turn_ended', seat));
  if (end >= 0) return log.slice(end + 1, start);
  const before = log[0]?.n === 0 ? log.slice(0, Math.max(start, 0)) : [];
  return before.some(({ notice }) => notice.type === 'turn_ended') ? before : null;
}

function strikesIn(lines: BackchannelLogLine[]): Strike[] {
  const strikes: Strike[] = [];
  for (const { n, notice } of lines) {
    const last = strikes.at(-1);
    if (notice.type === 'fought' && notice.to !== null) {
      const { attacker: by, defender: against, from, to } = notice;
      if (last && last.by === by && last.to === to && last.from === from && !last.taken) last.rolls += 1;
      else strikes.push({ n, by, against, from, to, rolls: 1, taken: false });
    } else if (notice.type === 'conquered' && last && last.to === notice.to) last.taken = true;
  }
  return strikes;
}

export function briefing(lines: BackchannelLogLine[], seat: Seat): Briefing {
  const strikes = strikesIn(lines);
  const conquests = lines.filter(({ notice }) => notice.type === 'conquered' && notice.to !== null);
  const isLoss = ({ notice }: BackchannelLogLine) => notice.type === 'conquered' && notice.loser === seat;
  return {
    since: lines[0]?.round ?? 0,
    lost: conquests.filter(isLoss),
    held: strikes.filter(({ against, taken }) => against === seat && !taken),
    elsewhere: lines.filter((line) => line.notice.type === 'eliminated' || (conquests.includes(line) && !isLoss(line))),
    unseen: lines.filter(({ notice }) => notice.type === 'fought' && notice.from === null && notice.to === null).length,
    deals: lines.filter(({ notice }) => DEALS.has(notice.type)),
    strikes,
  };
}
