/** What can be charted in a system, and what lies there already. */
import type { Feature, Galaxy, Wormhole } from '../api';
import type { Seat } from '../../../api/types';

const name = (galaxy: Galaxy, system: number) => galaxy.systems[system]?.name ?? '';

/** Lays something in a system; what is between two systems goes to another one as well. */
export function laid(feature: Feature, galaxy: Galaxy, here: string, other: string): Feature {
  switch (feature.feature) {
    case 'memoria': {
      const memoria = galaxy.modifiers.memoria;
      const mechs = (memoria?.mechs ?? []).map((it) => name(galaxy, it));
      if (feature.flagship !== null) return { ...feature, flagship: here, mechs };
      const flagship = memoria ? name(galaxy, memoria.flagship) : null;
      return { ...feature, flagship, mechs: [...new Set([...mechs, here])] };
    }
    case 'void_tether':
      return { ...feature, between: [here, other] };
    case 'conduit':
      return { ...feature, active: here };
    default:
      return { ...feature, system: here };
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
  const { hil_colish, memoria, conduit, tethers } = galaxy.modifiers;
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
