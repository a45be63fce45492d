/** A small desk to test components at: Ann and Bob are neighbours, and it is Ann's production. */
import { vi } from 'vitest';
import type {
  Faction,
  Feature,
  FeatureForm,
  Galaxy,
  JournalLine,
  OwnHand,
  PlayerView,
  TwilightOptions,
  TwilightReference,
  TwilightSetup,
  TwilightView,
  UseForm,
} from '../api';
import { TwilightRoom } from '../room.svelte';

const use = (id: string, fields: UseForm['fields'], more: Partial<UseForm> = {}): UseForm => ({
  id,
  invoke: null,
  name: id,
  text: '',
  group: 'Action cards and notes',
  needs: null,
  window: [],
  who: 'anyone',
  price: { trade_goods: 0, influence: 0 },
  fields,
  ...more,
});
const from = { name: 'from', kind: 'seat', label: 'From' } as const;

/** One of each shape. */
const uses: UseForm[] = [
  use('carth_gains', []),
  use('salvage', [from]),
  use('seize_artifact', [from, { name: 'fragment', kind: 'fragment', label: 'Which fragment' }]),
  use('the_stillness_of_stars', [
    { name: 'of', kind: 'seat', label: 'Whose' },
    { name: 'unit', kind: 'unit', label: 'Unit to capture' },
  ]),
  use('so_ata', [{ name: 'hand', kind: 'hand', label: 'Which hand' }]),
  use('lie_in_wait', [{ name: 'of', kind: 'pair', label: 'The two' }]),
  use('research', [{ name: 'note', kind: 'note', label: 'Note' }], {
    text: 'You give a note as well, and research.',
    price: { trade_goods: 3, influence: 0 },
  }),
  use('black_market_dealings', [{ name: 'with', kind: 'seat', label: 'With' }], {
    invoke: 'black_market_dealings',
    group: 'Opens a transaction',
  }),
  use('deepgloom_executable', [{ name: 'with', kind: 'seat', label: 'With' }], {
    invoke: { ability: 'deepgloom-executable' },
    group: 'Opens a transaction',
  }),
];

const feature = (text: string, group: FeatureForm['group'], charted: Feature): FeatureForm => ({
  text,
  group,
  needs: null,
  feature: charted,
});

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
  phases: [{ id: 'action', name: 'action' }],
  steps: [
    { id: 'production', phase: 'action', words: 'production', turn: true, asks: false, next: ['end_of_action'] },
    { id: 'end_of_action', phase: 'action', words: 'the end of the action', turn: true, asks: false, next: [] },
  ],
  abilities: [],
  powers: [{ name: 'Space Cannon', window: [], who: 'anyone', needs: null }],
  conditions: [{ id: 'age_of_commerce', name: 'Age of Commerce' }],
  units: [
    { name: 'infantry', prices: [1, 1, 2, 2] },
    { name: 'dreadnought', prices: [4, 8, 12] },
  ],
  deeds: ['produce', 'vote', 'activate'],
  entries: [
    {
      entry: 'gain_goods',
      text: 'Gain trade goods',
      group: 'Goods',
      fields: [{ name: 'count', kind: 'number', label: 'Trade goods' }],
    },
    {
      entry: 'hold_planet',
      text: 'Control a planet that can be traded',
      group: 'Board',
      fields: [{ name: 'planet', kind: 'planet', label: 'Planet' }],
    },
  ],
  uses,
  features: [
    feature('beta wormhole token', 'Tokens', { feature: 'wormhole', system: '', kind: 'beta', lies: true }),
    feature('ingress token', 'Tokens', { feature: 'ingress', system: '', lies: true }),
    feature('inactive breach', 'Tokens', { feature: 'breach', system: '', breach: 'inactive' }),
    feature('Hil Colish', 'Flagships and technologies', { feature: 'hil_colish', system: '' }),
    feature('Memoria II', 'Flagships and technologies', { feature: 'memoria', flagship: '', mechs: [] }),
    feature('a mech', 'Flagships and technologies', { feature: 'memoria', flagship: null, mechs: [''] }),
    feature('void tether', 'Flagships and technologies', { feature: 'void_tether', between: ['', ''], lies: true }),
    feature('conduit', 'Flagships and technologies', { feature: 'conduit', active: '' }),
  ],
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
  commodity_room: 2,
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
  held: null,
};

const view: TwilightView = {
  round: 2,
  moment: { step: 'production', active: 0, asked: null },
  decides: 0,
  speaker: 1,
  in_force: [],
  players: [player(0, 'Ann', 'hacan'), player(1, 'Bob', 'sol')],
  galaxy: null,
  wormholes: [],
  neighbours: [{ seats: [0, 1], path: null }],
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
  seq: 1,
  seat: 0,
  view: { ...view, galaxy: changes.galaxy ?? null, ...changes.view, own: { ...own, ...changes.own } },
  options: { seat: 0, commands: changes.commands ?? [] },
  log: changes.log ?? [],
  table: { clock: null, paused: false, seats: [], over: false },
});

/** The desk as Ann has it before her; what she sends is spied on. */
export function desk(changes: Changes = {}) {
  const room = new TwilightRoom('t', { seat: 0 }, setup, reference);
  room.show(known(changes));
  return {
    room,
    order: vi.spyOn(room, 'order').mockResolvedValue(true),
    attempt: vi.spyOn(room, 'attempt').mockResolvedValue(null),
  };
}
