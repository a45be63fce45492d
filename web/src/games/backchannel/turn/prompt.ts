/** Whose move it is and what is next, in words. */
import type { PhaseName } from '../api';
import { count } from '../../../lib/time';
import type { BackchannelRoom } from '../room.svelte';

export interface Prompt {
  title: string;
  text: string;
  clause: string;
}

export const PHASES: { id: PhaseName; text: string }[] = [
  { id: 'deploy', text: 'Deploy' },
  { id: 'attack', text: 'Attack' },
  { id: 'reinforce', text: 'Reinforce' },
  { id: 'window', text: 'Back room' },
];

export const THEIRS: Record<PhaseName, string> = {
  deploy: 'is deploying',
  attack: 'is attacking',
  occupy: 'is moving in',
  reinforce: 'is reinforcing',
  window: 'is in the back room',
};

export function prompt(room: BackchannelRoom): Prompt {
  const { view, own } = room;
  if (view.outcome) return { title: 'The war is over', text: 'Everything is open now.', clause: 'BC-904' };
  if (view.phase === null || view.turn === null) return { title: 'Please wait', text: '', clause: 'BC-201' };
  const out = room.seat !== null && view.scoreboard[room.seat]?.is_in === false;
  if (out) return { title: 'You are out', text: 'You can watch until the end.', clause: 'BC-209' };
  if (!room.myTurn) {
    const text = room.seat === null ? 'You are watching.' : 'Meanwhile you may answer proposals and send signals.';
    return { title: `${room.name(view.turn)} ${THEIRS[view.phase]}`, text, clause: 'BC-405' };
  }
  switch (view.phase) {
    case 'deploy':
      return {
        title: `Deploy ${count(own?.deploy ?? 0, 'troop')}`,
        text: 'Tap your territories to place them. Nothing is sent until you say so.',
        clause: 'BC-203',
      };
    case 'attack':
      return {
        title: 'Attack',
        text: 'Choose one of your territories, then a target. Stop when you like.',
        clause: 'BC-205',
      };
    case 'occupy':
      return { title: 'Move in', text: 'How many troops should move in?', clause: 'BC-207' };
    case 'reinforce':
      return {
        title: 'Reinforce',
        text: 'One move between your territories ends the turn; so does none.',
        clause: 'BC-208',
      };
    case 'window':
      return { title: 'The back room', text: 'One action before the next player’s turn.', clause: 'BC-401' };
  }
}
