/** Who and what the pickers choose from, at a desk or before the judge. */
import { getContext, setContext } from 'svelte';
import type { Note, NoteKind, TwilightReference } from '../api';
import type { Seat } from '../../../api/types';

export interface Cast {
  players: { name: string; /** The notes of this player's colour. */ issues: NoteKind[] }[];
  reference: TwilightReference;
  /** The names of systems, if there is a map. */
  systems: string[];
  /** What a seat is known to have in hand; null if nobody may know. */
  hand(seat: Seat): { notes: Note[]; cards: string[] } | null;
}

const KEY = Symbol('cast');
/** The cast changes, so it is asked for anew each time. */
export const provideCast = (cast: () => Cast) => setContext(KEY, cast);
export const useCast = () => getContext<() => Cast>(KEY);
