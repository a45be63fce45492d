/** What can be charted in a system, and what lies there already. */
import type { Feature, Galaxy, Wormhole } from '../../api/twilight';
import type { Seat } from '../../api/types';

export const WORMHOLES: Wormhole[] = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];

export type Lay =
  | Wormhole
  | 'ingress'
  | 'active_breach'
  | 'inactive_breach'
  | 'hil_colish'
  | 'memoria'
  | 'mech'
  | 'void_tether'
  | 'conduit';

export const LAYS: { group: string; lays: { lay: Lay; text: string }[] }[] = [
  {
    group: 'Tokens',
    lays: [
      ...WORMHOLES.map((kind) => ({ lay: kind, text: `${kind} wormhole token` })),
      { lay: 'ingress', text: 'ingress token' },
      { lay: 'active_breach', text: 'active breach' },
      { lay: 'inactive_breach', text: 'inactive breach' },
    ],
  },
  {
    group: 'Flagships and technologies',
    lays: [
      { lay: 'hil_colish', text: 'Hil Colish, Creuss’ flagship' },
      { lay: 'memoria', text: 'Memoria II, Nomad’s flagship' },
      { lay: 'mech', text: 'a mech that Memoria II reaches' },
      { lay: 'void_tether', text: 'void tether to another system' },
      { lay: 'conduit', text: 'Spatial Conduit Cylinders, for this action' },
    ],
  },
];

const name = (galaxy: Galaxy, system: number) => galaxy.systems[system]?.name ?? '';

/** Lays something in a system; a tether goes to another one as well. */
export function laid(lay: Lay, galaxy: Galaxy, here: string, other: string): Feature {
  const memoria = galaxy.modifiers?.memoria;
  const mechs = (memoria?.mechs ?? []).map((it) => name(galaxy, it));
  switch (lay) {
    case 'ingress':
      return { feature: 'ingress', system: here, lies: true };
    case 'active_breach':
      return { feature: 'breach', system: here, breach: 'active' };
    case 'inactive_breach':
      return { feature: 'breach', system: here, breach: 'inactive' };
    case 'hil_colish':
      return { feature: 'hil_colish', system: here };
    case 'memoria':
      return { feature: 'memoria', flagship: here, mechs };
    case 'mech':
      return {
        feature: 'memoria',
        flagship: memoria ? name(galaxy, memoria.flagship) : null,
        mechs: [...new Set([...mechs, here])],
      };
    case 'void_tether':
      return { feature: 'void_tether', between: [here, other], lies: true };
    case 'conduit':
      return { feature: 'conduit', active: here };
    default:
      return { feature: 'wormhole', system: here, kind: lay, lies: true };
  }
}

export interface Lying {
  text: string;
  /** What takes it away; nothing for what goes by itself. */
  away: Feature | null;
}

/** Everything that was charted in a system. */
export function lying(galaxy: Galaxy, index: number, player: (seat: Seat) => string): Lying[] {
  const system = galaxy.systems[index];
  if (!system) return [];
  const { name: here } = system;
  const found: Lying[] = system.tokens.map((kind) => ({
    text: `${kind} wormhole token`,
    away: { feature: 'wormhole', system: here, kind: kind as Wormhole, lies: false },
  }));
  if (system.ingress) found.push({ text: 'ingress token', away: { feature: 'ingress', system: here, lies: false } });
  if (system.breach)
    found.push({ text: `${system.breach} breach`, away: { feature: 'breach', system: here, breach: null } });
  return [...found, ...bending(galaxy, index, player)];
}

function bending(galaxy: Galaxy, index: number, player: (seat: Seat) => string): Lying[] {
  const { hil_colish, memoria, conduit, tethers = [] } = galaxy.modifiers ?? {};
  const found: Lying[] = [];
  if (hil_colish === index) found.push({ text: 'Hil Colish', away: { feature: 'hil_colish', system: null } });
  if (memoria?.flagship === index)
    found.push({
      text: `Memoria II of ${player(memoria.owner)}`,
      away: { feature: 'memoria', flagship: null, mechs: [] },
    });
  if (memoria?.mechs.includes(index)) {
    const mechs = memoria.mechs.filter((it) => it !== index).map((it) => name(galaxy, it));
    found.push({
      text: `mech of ${player(memoria.owner)} that Memoria II reaches`,
      away: { feature: 'memoria', flagship: name(galaxy, memoria.flagship), mechs },
    });
  }
  for (const { owner, between } of tethers.filter((it) => it.between.includes(index))) {
    const other = name(galaxy, between[0] === index ? between[1] : between[0]);
    found.push({
      text: `void tether of ${player(owner)} to ${other}`,
      away: { feature: 'void_tether', between: [name(galaxy, index), other], lies: false },
    });
  }
  if (conduit?.active === index)
    found.push({ text: `conduit of ${player(conduit.owner)}, until the action ends`, away: null });
  return found;
}
