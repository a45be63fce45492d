/** What wins, in words; every number is the server's. */
import type { Seat } from '../../../api/types';
import { count } from '../../../lib/time';
import type { Threat } from '../api';
import type { BackchannelRoom } from '../room.svelte';

type Names = Pick<BackchannelRoom, 'who' | 'seat'>;

const lands = (number: number) => count(number, 'territory', 'territories');
const joined = (names: string[]) => names.join(' and ');

/** Somebody who is about to win, as a sentence. */
export function threatWords({ seats, ending, missing }: Threat, room: Names): string {
  const one = seats.length === 1 && seats[0] !== room.seat;
  const who = joined(seats.map((seat: Seat) => room.who(seat)));
  if (ending === 'map_share' && missing === 0) return `${who} ${one ? 'wins' : 'win'} at the end of the turn.`;
  if (ending === 'shared_victory') return `${who} share the victory once ${lands(missing)} of the others fall.`;
  return `${who} ${one ? 'is' : 'are'} ${lands(missing)} from winning.`;
}

/** What wins at this table, in one line. */
export function goalLine({ view, setup }: Pick<BackchannelRoom, 'view' | 'setup'>): string {
  const { needed } = view.goal;
  const ways = ['the last one standing'];
  if (needed !== null) ways.push(`${needed} of ${setup.map.territories.length} territories`);
  if (setup.settings.round_limit) ways.push(`the best score after round ${setup.settings.round_limit}`);
  return `Wins: ${ways.join(', or ')}`;
}

export function roundsLeft(left: number | null): string {
  if (left === null) return 'no last round';
  return left <= 1 ? 'the last round' : `${left} rounds left`;
}
