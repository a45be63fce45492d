/** What a tap on the map means, by what the server says may be done. */
import type { BackchannelOptions, PhaseName, Territory } from '../api';
import { NONE } from '../map/paint';

export interface Chosen {
  from: Territory | null;
  to: Territory | null;
}

export interface Choices {
  lit: ReadonlySet<Territory>;
  targets: ReadonlySet<Territory>;
  aim: 'attack' | 'move' | 'pick';
}

/** What lights up now that `from` is chosen. */
export function choices(options: BackchannelOptions | null, phase: PhaseName | null, from: Territory | null): Choices {
  const none: Choices = { lit: NONE, targets: NONE, aim: 'pick' };
  if (!options) return none;
  if (phase === 'deploy') return { ...none, lit: new Set(options.deploy.map(({ on }) => on)) };
  const moves = phase === 'attack' ? options.attack : phase === 'reinforce' ? options.reinforce : [];
  if (moves.length === 0) return none;
  const targets = new Set(moves.filter((move) => move.from === from).flatMap(({ to }) => to));
  const lit = new Set(moves.map((move) => move.from));
  return { lit, targets, aim: phase === 'attack' ? 'attack' : 'move' };
}

/** What is chosen after a tap on `tapped`. */
export function choose({ lit, targets }: Choices, { from, to }: Chosen, tapped: Territory): Chosen {
  if (targets.has(tapped)) return { from, to: tapped };
  if (tapped === from) return { from: null, to: null };
  if (lit.has(tapped)) return { from: tapped, to: null };
  return from !== null && to !== null ? { from, to: null } : { from: null, to: null };
}
