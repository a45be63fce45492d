/** Abilities and cards that the desk carries out itself, and what each asks for. */
import type { Ability, Effect, Fragments, Note, TwilightCommand } from '../api/twilight';
import type { Seat } from '../api/types';

export type PowerField = 'of' | 'from' | 'with' | 'at' | 'to' | 'note' | 'hand' | 'unit' | 'fragment' | 'pair';

export interface PowerSpec {
  /** The effect, or what opens the way for a transaction. */
  id: Effect['effect'] | 'black_market_dealings' | Ability;
  name: string;
  does: string;
  group: 'Agents and leaders' | 'Technologies and breakthroughs' | 'Action cards and notes' | 'Opens a transaction';
  fields: PowerField[];
}

export const POWERS: PowerSpec[] = [
  {
    id: 'carth_gains',
    name: 'Carth of Golden Sands',
    does: 'You gain two commodities.',
    group: 'Agents and leaders',
    fields: [],
  },
  {
    id: 'carth_replenishes',
    name: 'Carth of Golden Sands, for another',
    does: 'Somebody else replenishes commodities.',
    group: 'Agents and leaders',
    fields: ['of'],
  },
  {
    id: 'the_stillness_of_stars',
    name: 'The Stillness of Stars',
    does: 'Commodities that were just replenished become trade goods, and you capture a unit.',
    group: 'Agents and leaders',
    fields: ['of', 'unit'],
  },
  {
    id: 'xander_alexin_victori',
    name: 'Xander Alexin Victori III',
    does: 'Somebody may spend commodities as trade goods in this step.',
    group: 'Agents and leaders',
    fields: ['of'],
  },
  {
    id: 'sula_mentarion',
    name: 'S’ula Mentarion',
    does: 'The loser of a space combat gives you a note of their choice.',
    group: 'Agents and leaders',
    fields: ['from'],
  },
  {
    id: 'the_oracle',
    name: 'The Oracle',
    does: 'Everybody else gives you a note of their choice.',
    group: 'Agents and leaders',
    fields: [],
  },
  {
    id: 'maban',
    name: 'M’aban',
    does: 'You look at a neighbour’s notes.',
    group: 'Agents and leaders',
    fields: ['at'],
  },
  {
    id: 'so_ata',
    name: 'So Ata',
    does: 'You look at one hand of the active player.',
    group: 'Agents and leaders',
    fields: ['hand'],
  },
  {
    id: 'voidwatch',
    name: 'Voidwatch',
    does: 'Who moved in on you gives you a note of their choice.',
    group: 'Technologies and breakthroughs',
    fields: [],
  },
  {
    id: 'mindsieve',
    name: 'Mindsieve',
    does: 'You give the active player a note instead of a command token.',
    group: 'Technologies and breakthroughs',
    fields: ['note'],
  },
  {
    id: 'visionaria_select',
    name: 'Visionaria Select',
    does: 'Others may pay you to research.',
    group: 'Technologies and breakthroughs',
    fields: [],
  },
  {
    id: 'research',
    name: 'Research by Visionaria Select',
    does: 'You pay three trade goods and a note.',
    group: 'Technologies and breakthroughs',
    fields: ['note'],
  },
  {
    id: 'quantum_datahub_node',
    name: 'Quantum Datahub Node',
    does: 'You pay three trade goods and swap strategy cards.',
    group: 'Technologies and breakthroughs',
    fields: ['with'],
  },
  {
    id: 'salvage',
    name: 'Salvage',
    does: 'The loser of a space combat hands over all commodities.',
    group: 'Action cards and notes',
    fields: ['from'],
  },
  {
    id: 'diplomatic_pressure',
    name: 'Diplomatic Pressure',
    does: 'Somebody gives you a note of their choice.',
    group: 'Action cards and notes',
    fields: ['from'],
  },
  {
    id: 'seize_artifact',
    name: 'Seize Artifact',
    does: 'A neighbour hands over a relic fragment.',
    group: 'Action cards and notes',
    fields: ['from', 'fragment'],
  },
  {
    id: 'lie_in_wait',
    name: 'Lie in Wait',
    does: 'Two neighbours have just transacted; you take an action card of each.',
    group: 'Action cards and notes',
    fields: ['pair'],
  },
  {
    id: 'malevolency',
    name: 'Malevolency',
    does: 'It goes on to a neighbour for one influence.',
    group: 'Action cards and notes',
    fields: ['to'],
  },
  {
    id: 'black_market_dealings',
    name: 'Black Market Dealings',
    does: 'You two may trade relics, action cards and secret objectives.',
    group: 'Opens a transaction',
    fields: ['with'],
  },
  {
    id: 'temporal-command-suite',
    name: 'Temporal Command Suite',
    does: 'You may transact with whom you readied an agent for.',
    group: 'Opens a transaction',
    fields: ['with'],
  },
  {
    id: 'deepgloom-executable',
    name: 'Deepgloom Executable',
    does: 'You may transact with whom you let use it.',
    group: 'Opens a transaction',
    fields: ['with'],
  },
];

export const GROUPS = [...new Set(POWERS.map(({ group }) => group))];

/** What was filled in for a power; each uses what it asks for. */
export interface Filled {
  whom: Seat;
  second: Seat;
  note: Note | null;
  hand: 'notes' | 'action_cards' | 'secrets';
  unit: string;
  fragment: keyof Fragments;
}

export function isFilled({ fields }: PowerSpec, filled: Filled): boolean {
  return !(fields.includes('note') && filled.note === null) && !(fields.includes('unit') && !filled.unit.trim());
}

/** The command that uses a power. */
export function commandOf({ id, group, fields }: PowerSpec, filled: Filled): TwilightCommand {
  if (group === 'Opens a transaction') {
    return {
      type: 'invoke',
      with: filled.whom,
      power: id === 'black_market_dealings' ? id : { ability: id as Ability },
    };
  }
  const values: Record<PowerField, [string, unknown]> = {
    of: ['of', filled.whom],
    from: ['from', filled.whom],
    with: ['with', filled.whom],
    at: ['at', filled.whom],
    to: ['to', filled.whom],
    note: ['note', filled.note],
    hand: ['hand', filled.hand],
    unit: ['unit', filled.unit.trim()],
    fragment: ['fragment', { [filled.fragment]: 1 }],
    pair: ['of', [filled.whom, filled.second]],
  };
  return { type: 'use', effect: { effect: id, ...Object.fromEntries(fields.map((field) => values[field])) } as Effect };
}

type Given = Extract<TwilightCommand, { type: 'use' | 'invoke' }>;

/** The power that a command uses. */
export function powerOf(command: Given): string {
  if (command.type === 'use') return command.effect.effect;
  return typeof command.power === 'string' ? command.power : command.power.ability;
}

/** What a command that may be given fills in. */
export function fill(command: Given, blank: Filled): Filled {
  if (command.type === 'invoke') return { ...blank, whom: command.with };
  const {
    effect: _,
    of,
    from,
    with: other,
    at,
    to,
    note,
    hand,
    unit,
    fragment,
  } = command.effect as Record<string, unknown>;
  const whom = [of, from, other, at, to].find((it) => typeof it === 'number') as Seat | undefined;
  const [first, second] = Array.isArray(of) ? (of as [Seat, Seat]) : [whom ?? blank.whom, blank.second];
  return {
    whom: first,
    second,
    note: (note as Note | undefined) ?? blank.note,
    hand: (hand as Filled['hand'] | undefined) ?? blank.hand,
    unit: (unit as string | undefined) ?? blank.unit,
    fragment:
      (Object.entries((fragment as Fragments | undefined) ?? {}).find(([, count]) => count)?.[0] as
        keyof Fragments | undefined) ?? blank.fragment,
  };
}
