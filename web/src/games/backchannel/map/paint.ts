/** What is where, as the map is given it. */
import type { Seat } from '../../../api/types';
import type { Land, Territory } from '../api';
import { reward, type Drawing } from './geometry';

export interface LandPaint {
  sight: 'seen' | 'remembered' | 'unknown';
  owner: Seat | null;
  troops: number | null;
  /** When it was last seen. */
  round: number | null;
}

/** What stands out, and why. */
export interface Marks {
  /** May be chosen now. */
  lit: ReadonlySet<Territory>;
  /** May be aimed at from what is chosen. */
  targets: ReadonlySet<Territory>;
  aim: 'attack' | 'move' | 'pick';
  from: Territory | null;
  to: Territory | null;
  traps: ReadonlySet<Territory>;
  fortified: ReadonlySet<Territory>;
  /** Troops that are placed but not yet sent. */
  drafts: ReadonlyMap<Territory, number>;
}

export const NONE: ReadonlySet<Territory> = new Set();

export const noMarks: Marks = {
  lit: NONE,
  targets: NONE,
  aim: 'pick',
  from: null,
  to: null,
  traps: NONE,
  fortified: NONE,
  drafts: new Map(),
};

export function paint(land: Land): LandPaint {
  if (land === 'unknown') return { sight: 'unknown', owner: null, troops: null, round: null };
  if ('seen' in land) return { sight: 'seen', ...land.seen, round: null };
  return { sight: 'remembered', ...land.remembered };
}

/** A territory in words, for those who do not see the map. */
export function describe(
  drawing: Drawing,
  paints: LandPaint[],
  marks: Marks,
  place: Territory,
  nameOf: (seat: Seat) => string,
): string {
  const shape = drawing.lands[place];
  const land = paints[place];
  if (!shape || !land) return '';
  const owner = land.owner === null ? 'neutral' : nameOf(land.owner);
  const troops = `${land.troops} ${land.troops === 1 ? 'troop' : 'troops'}`;
  const parts = [shape.name];
  if (land.sight === 'unknown') parts.push('out of sight');
  if (land.sight === 'seen') parts.push(owner, troops);
  if (land.sight === 'remembered') parts.push(`${owner}, ${troops} when last seen in round ${land.round}`);
  const draft = marks.drafts.get(place);
  if (draft) parts.push(`${draft} more to be sent`);
  if (marks.traps.has(place)) parts.push('your trap');
  if (marks.fortified.has(place)) parts.push('fortified');
  if (marks.from === place) parts.push('chosen');
  if (marks.targets.has(place)) parts.push(marks.aim === 'attack' ? 'can be attacked' : 'can be chosen as target');
  else if (marks.lit.has(place)) parts.push('can be chosen');
  for (const zone of shape.zones) {
    const found = drawing.zones[zone];
    if (found) parts.push(`in ${found.name} (${reward(found)})`);
  }
  return parts.join(', ');
}
