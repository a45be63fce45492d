/** What wins, in words; every number is the server's. */
import type { Seat } from '../../../api/types';
import { count } from '../../../lib/time';
import type { Ending, Threat } from '../api';
import type { BackchannelRoom } from '../room.svelte';

type Names = Pick<BackchannelRoom, 'who' | 'seat'>;

const lands = (number: number) => count(number, 'territory', 'territories');
const joined = (names: string[]) => names.join(' and ');

/** Somebody who is about to win, as a sentence. */
export function threatWords({ seats, ending, missing }: Threat, room: Names): string {
  const one = seats.length === 1 && seats[0] !== room.seat;
  const who = joined(seats.map((seat: Seat) => room.who(seat)));
  if (ending === 'round_limit') return `${who} ${one ? 'leads' : 'lead'} by land and troops, and the end is near.`;
  if (ending === 'map_share' && missing === 0) return `${who} ${one ? 'wins' : 'win'} at the end of the turn.`;
  if (ending === 'shared_victory') return `${who} share the victory once ${lands(missing)} of the others fall.`;
  return `${who} ${one ? 'is' : 'are'} ${lands(missing)} from winning.`;
}

/** What wins at this table, in one line; `short` where there is little room. */
export function goalLine({ view, setup }: Pick<BackchannelRoom, 'view' | 'setup'>, short = false): string {
  const { needed, ways } = view.goal;
  const limit = setup.settings.round_limit;
  const words: Record<Ending, string> = {
    last_standing: short ? 'last one standing' : 'the last one standing',
    map_share: short ? `${needed} lands` : `${needed} of ${setup.map.territories.length} territories`,
    round_limit: short ? `best score after round ${limit}` : `the best score after round ${limit}`,
    shared_victory: short ? 'last two truced' : 'the last two together under a ceasefire',
  };
  const order: Ending[] = ['last_standing', 'map_share', 'round_limit', 'shared_victory'];
  const open = order.filter((way) => ways.includes(way)).map((way) => words[way]);
  return `Wins: ${open.join(short ? ' · ' : ', or ')}`;
}

export function roundsLeft(left: number | null): string {
  if (left === null) return 'no last round';
  return left <= 1 ? 'the last round' : `${left} rounds left`;
}
