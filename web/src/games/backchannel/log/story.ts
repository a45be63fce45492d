/** The log as it is told: a turn of many attacks is one line that opens, and rounds without news have no heading. */
import type { Seat } from '../../../api/types';
import { count } from '../../../lib/time';
import type { BackchannelLogLine, Piece } from '../api';

export interface StoryLine extends BackchannelLogLine {
  /** The lines of a turn that this one stands for. */
  parts?: BackchannelLogLine[];
  /** Changes with what is shown of it. */
  version?: number;
}

/** Fewer lines than this are told one by one. */
const MANY = 3;

type Notice = BackchannelLogLine['notice'];

/** Whose moves on the map a line tells of. */
function mover(notice: Notice): Seat | null {
  switch (notice.type) {
    case 'deployed':
    case 'occupied':
    case 'reinforced':
      return notice.seat;
    case 'fought':
    case 'trap_sprung':
      return notice.attacker;
    case 'conquered':
      return notice.by;
    default:
      return null;
  }
}

const text = (words: string): Piece => ({ piece: 'text', text: words });

/** Links with commas and "and" between them. */
function listed(links: Piece[]): Piece[] {
  return links.flatMap((link, place) =>
    place === 0 ? [link] : [text(place === links.length - 1 ? ' and ' : ', '), link],
  );
}

const linkTo = ({ line, notice }: BackchannelLogLine): Piece[] =>
  line.filter((piece) => piece.piece === 'territory' && 'to' in notice && piece.territory === notice.to).slice(0, 1);

/** One sentence about many lines; it says no more than they do. */
function summary(parts: BackchannelLogLine[]): Piece[] {
  const by = mover((parts[0] as BackchannelLogLine).notice);
  const name = parts[0]?.line.find((piece) => piece.piece === 'player' && piece.seat === by);
  const fights = parts.flatMap(({ notice }) => (notice.type === 'fought' ? [notice] : []));
  const reports = fights.flatMap(({ report }) => report ?? []);
  const unseen = fights.length - reports.length;
  const conquests = parts.filter(({ notice }) => notice.type === 'conquered');
  const taken = conquests.flatMap(linkTo);
  const hidden = conquests.length - taken.length;
  const sum = (key: 'attacker_lost' | 'defender_lost') => reports.reduce((total, report) => total + report[key], 0);

  const said: Piece[][] = [];
  if (reports.length) said.push([text(`attacks ${reports.length === 1 ? 'once' : `${reports.length} times`}`)]);
  if (taken.length) said.push([text('takes '), ...listed(taken)]);
  if (reports.length) said.push([text(`loses ${sum('attacker_lost')} and kills ${sum('defender_lost')}`)]);
  if (unseen) said.push([text(`fights ${count(unseen, 'battle')} that you did not see`)]);
  if (hidden) said.push([text(`takes ${count(hidden, 'territory', 'territories')} out of sight`)]);
  if (!said.length) said.push([text('moves troops')]);
  const pieces = said.flatMap((part, place) => (place === 0 ? part : [text(', '), ...part]));
  return [...(name ? [name] : []), text(' '), ...pieces, text('.')];
}

const isTurn = ({ notice }: BackchannelLogLine) => notice.type === 'turn_started' || notice.type === 'turn_ended';
const isHeading = ({ notice }: BackchannelLogLine) => notice.type === 'round_started';

interface Group {
  by: Seat;
  round: number;
  row: StoryLine;
  parts: BackchannelLogLine[];
}

/** Moves of one seat in one turn become one line; the line of the first of them is where it stands. */
export function told(lines: BackchannelLogLine[]): StoryLine[] {
  const rows: StoryLine[] = [];
  let group = null as Group | null;
  const close = () => {
    if (group && group.parts.length >= MANY)
      Object.assign(group.row, { parts: group.parts, line: summary(group.parts) });
    else if (group) rows.push(...group.parts.slice(1));
    group = null;
  };
  for (const line of lines) {
    const by = mover(line.notice);
    if (by !== null && group?.by === by && group.round === line.round) group.parts.push(line);
    else if (by !== null) {
      close();
      const row: StoryLine = { ...line };
      rows.push(row);
      group = { by, round: line.round, row, parts: [line] };
    } else {
      if (isTurn(line) || isHeading(line)) close();
      rows.push(line);
    }
  }
  close();
  rows.sort((one, other) => one.n - other.n);
  return rows.filter((row, place) => {
    const next = rows[place + 1];
    return !isHeading(row) || (next ? !isHeading(next) : true);
  });
}
