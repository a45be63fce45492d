/** A small desk to test components at: Ann and Bob are neighbours, and it is Ann's production. */
import { vi } from 'vitest';
import type {
  Faction,
  Galaxy,
  JournalLine,
  OwnHand,
  PlayerView,
  TwilightOptions,
  TwilightReference,
  TwilightSetup,
  TwilightView,
} from '../../api/twilight';
import { DeskRoom } from '../room.svelte';

export const reference: TwilightReference = {
  factions: [
    {
      id: 'hacan',
      name: 'The Emirates of Hacan',
      short: 'Hacan',
      expansion: 'base',
      commodities: 6,
      notes: [],
      abilities: [],
      home: '16',
    },
    {
      id: 'sol',
      name: 'The Federation of Sol',
      short: 'Sol',
      expansion: 'base',
      commodities: 4,
      notes: [],
      abilities: [],
      home: '1',
    },
  ],
  notes: [{ id: 'ceasefire', name: 'Ceasefire', issuer: null, text: 'Peace.', mandatory: false, open: null }],
  steps: [
    { id: 'production', phase: 'action', words: 'production', next: ['end_of_action'] },
    { id: 'end_of_action', phase: 'action', words: 'the end of the action', next: [] },
  ],
  abilities: [],
  conditions: ['age_of_commerce'],
};

const player = (seat: number, name: string, faction: Faction): PlayerView => ({
  seat,
  name,
  faction,
  abilities: [],
  exhausted: [],
  trade_goods: 4,
  commodities: 1,
  spends_commodities: false,
  commodity_value: 4,
  fragments: {},
  notes: 1,
  in_play: [],
  action_cards: 2,
  secrets: 0,
  captives: [],
  planets: [],
  relics: [],
  technologies: [],
  stations: 0,
  resources: 0,
  influence: 0,
  victory_points: 3,
  initiative: seat,
  passed: false,
  silenced: false,
  is_in: true,
  record: { binding: 0, non_binding: 0, kept: 0, broken: 0, void: 0 },
});

const own: OwnHand = {
  seat: 0,
  notes: [{ issuer: 0, kind: 'ceasefire' }],
  action_cards: ['Sabotage', null],
  secrets: [],
  open_hands: [],
  sent: [],
  received: [],
  promises: [],
};

const view: TwilightView = {
  round: 2,
  moment: { step: 'production', active: 0, asked: null },
  decides: 0,
  speaker: 1,
  in_force: [],
  players: [player(0, 'Ann', 'hacan'), player(1, 'Bob', 'sol')],
  neighbours: [[0, 1]],
  transacted: [],
  owed: [],
  pillages: [],
  demands: [],
  takings: [],
  research: null,
  retreating: [],
  opened: [],
  own,
};

export const setup: TwilightSetup = {
  players: [],
  desk: true,
  speaker: null,
  neighbours: [],
  galaxy: null,
  agendas: false,
  prophecy_of_kings: true,
  age_of_commerce: false,
  hidden_agenda: false,
  readings: {
    deals: 'strict',
    trade_primary: null,
    ready_planets: null,
    acting_outside_turn: null,
    disputed_neighbours: null,
    malevolency: null,
  },
};

interface Changes {
  view?: Partial<TwilightView>;
  own?: Partial<OwnHand>;
  commands?: TwilightOptions['commands'];
  log?: JournalLine[];
  galaxy?: Galaxy;
}

/** What Ann knows. */
export const known = (changes: Changes = {}) => ({
  view: { ...view, ...changes.view, own: { ...own, ...changes.own } },
  options: { seat: 0, commands: changes.commands ?? [] },
  log: changes.log ?? [],
  table: { clock: null, paused: false, seats: [], over: false },
});

/** The desk as Ann has it before her; what she sends is spied on. */
export function desk(changes: Changes = {}) {
  const room = new DeskRoom('t', { seat: 0 }, { ...setup, galaxy: changes.galaxy ?? null }, reference);
  room.show(known(changes));
  return {
    room,
    order: vi.spyOn(room, 'order').mockResolvedValue(true),
    attempt: vi.spyOn(room, 'attempt').mockResolvedValue(null),
  };
}
