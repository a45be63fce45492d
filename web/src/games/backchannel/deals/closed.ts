/** Why a seat cannot be proposed to, from what the server shows. */
import type { Seat } from '../../../api/types';
import type { Lockout, Own, Score } from '../api';
import { count } from '../../../lib/time';

export interface Reason {
  text: string;
  clause: string;
}

export function closed(own: Own, scores: Score[], seat: Seat): Reason | null {
  if (scores[seat]?.is_in === false) return { text: 'Out of the game.', clause: 'BC-506' };
  if (own.sent.some(({ to }) => to === seat)) {
    return { text: 'Your last proposal is still open.', clause: 'BC-506' };
  }
  const lockout = own.lockouts.find((other) => other.with === seat);
  return lockout ? cause(lockout) : null;
}

export function cause({ after, windows }: Lockout): Reason {
  const left = `closed for ${count(windows, 'more back room', 'more back rooms')} of yours.`;
  return after === 'decline'
    ? { text: `Declined your last proposal: ${left}`, clause: 'BC-604' }
    : { text: `Has just made a deal with you: ${left}`, clause: 'BC-602' };
}
