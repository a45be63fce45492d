/** Lines of a log to test with: Brandt on seat 1 fights Ada on seat 0. */
import type { BackchannelLogLine, BackchannelNotice, Piece } from '../api';

const NAMES = ['Ada', 'Brandt'];
const PLACES = ['Alder Marsh', 'Bittern Fen'];

export const player = (seat: number): Piece => ({ piece: 'player', seat, text: NAMES[seat] ?? '?' });
const place = (territory: number): Piece => ({ piece: 'territory', territory, text: PLACES[territory] ?? '?' });

export const line = (n: number, notice: BackchannelNotice, pieces: Piece[], round = 2): BackchannelLogLine => ({
  n,
  notice,
  line: pieces,
  filters: [],
  round,
});

const report = {
  rolls: 1,
  attacker_lost: 1,
  defender_lost: 2,
  dice: { attack: [6, 5, 1], defence: [4, 3], fortified: 0 },
  beaten: { attack: [false, false, true], defence: [true, true] },
} as unknown as NonNullable<Extract<BackchannelNotice, { type: 'fought' }>['report']>;

/** Out of sight if there is no place. */
export function fought(n: number, attacker: number, to: number | null, from = to === null ? null : 1) {
  const notice = {
    type: 'fought',
    attacker,
    defender: 1 - attacker,
    from,
    to,
    report: to === null ? null : report,
  } as const;
  return line(n, notice, [player(attacker), ...(to === null ? [] : [place(to)])]);
}

export function taken(n: number, by: number, to: number | null) {
  const notice = { type: 'conquered', by, loser: 1 - by, from: to === null ? null : 1, to } as const;
  return line(n, notice, [player(by), ...(to === null ? [] : [place(to)])]);
}
