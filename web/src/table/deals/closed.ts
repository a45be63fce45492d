/** Why a seat cannot be proposed to, from what the server shows. */
import type { Own, Score, Seat } from '../../api/types';
import { count } from '../../lib/time';

export function closed(own: Own, scores: Score[], seat: Seat): { text: string; clause: string } | null {
  if (scores[seat]?.is_in === false) return { text: 'Out of the game.', clause: 'BC-506' };
  if (own.sent.some(({ to }) => to === seat)) {
    return { text: 'Your last proposal is still open.', clause: 'BC-506' };
  }
  const lockout = own.lockouts.find((other) => other.with === seat);
  if (lockout) {
    const text = `Locked out for ${count(lockout.windows, 'more back room', 'more back rooms')} of yours, after a deal or a refusal.`;
    return { text: lockout.reason ?? text, clause: 'BC-602' };
  }
  return null;
}
