/** Whose move it is and what is next, in words. */
import type { PhaseName, PhaseWords } from '../api';
import { count } from '../../../lib/time';
import type { BackchannelRoom } from '../room.svelte';

export interface Prompt {
  title: string;
  text: string;
  clause: string;
}

/** A phase of a turn in the server's words. */
export const phaseWords = (room: BackchannelRoom, phase: PhaseName): PhaseWords | undefined =>
  room.reference.phases.find(({ id }) => id === phase);

/** What a seat may do on the turn of another. */
function meanwhile({ seat, options }: BackchannelRoom): string {
  if (seat === null) return 'You are looking on.';
  if (options?.answer.length) return 'Meanwhile you may answer proposals.';
  return options?.broadcast || options?.signal.length ? 'Meanwhile you may send signals.' : '';
}

export function prompt(room: BackchannelRoom): Prompt {
  const { view, own } = room;
  if (view.outcome) return { title: 'The war is over', text: 'Everything is open now.', clause: 'BC-904' };
  if (view.phase === null || view.turn === null) return { title: 'Please wait', text: '', clause: 'BC-201' };
  const out = room.seat !== null && view.scoreboard[room.seat]?.is_in === false;
  if (out) return { title: 'You are out', text: 'You may look on until the end.', clause: 'BC-209' };
  const words = phaseWords(room, view.phase);
  const clause = words?.clause ?? 'BC-201';
  if (!room.myTurn) {
    return { title: `${room.name(view.turn)} ${words?.doing ?? ''}`, text: meanwhile(room), clause: 'BC-405' };
  }
  switch (view.phase) {
    case 'deploy':
      return {
        title: `Deploy ${count(own?.deploy ?? 0, 'troop')}`,
        text: 'Tap your territories to place them. Nothing is sent until you say so.',
        clause,
      };
    case 'attack':
      return {
        title: words?.name ?? '',
        text: 'Choose one of your territories, then a target. Stop when you like.',
        clause,
      };
    case 'occupy':
      return { title: words?.name ?? '', text: 'How many troops shall hold what you took?', clause };
    case 'reinforce':
    case 'window':
      return { title: words?.name ?? '', text: words?.rule ?? '', clause };
  }
}
