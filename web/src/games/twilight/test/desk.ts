/** A small desk to test components at: Ann and Bob are neighbours, and it is Ann's production. */
import { vi } from 'vitest';
import type {
  ActForm,
  Faction,
  Feature,
  FeatureForm,
  Galaxy,
  JournalLine,
  TwilightOwn,
  PlayerView,
  TermForms,
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
const from: UseForm['fields'][number] = { name: 'from', kind: 'seat', label: 'From', ticks: [] };

/** One of each shape. */
const uses: UseForm[] = [
  use('carth_gains', []),
  use('salvage', [from]),
  use('seize_artifact', [from, { name: 'fragment', kind: 'fragment', label: 'Which fragment', ticks: [] }]),
  use('the_stillness_of_stars', [
    { name: 'of', kind: 'seat', label: 'Whose', ticks: [] },
    { name: 'unit', kind: 'unit', label: 'Unit to capture', ticks: [] },
  ]),
  use('so_ata', [{ name: 'hand', kind: 'hand', label: 'Which hand', ticks: [] }]),
  use('lie_in_wait', [{ name: 'of', kind: 'pair', label: 'The two', ticks: [] }]),
  use('research', [{ name: 'note', kind: 'note', label: 'Note', ticks: [] }], {
    text: 'You give a note as well, and research.',
    price: { trade_goods: 3, influence: 0 },
  }),
  use('black_market_dealings', [{ name: 'with', kind: 'seat', label: 'With', ticks: [] }], {
    invoke: 'black_market_dealings',
    group: 'Opens a transaction',
  }),
  use('deepgloom_executable', [{ name: 'with', kind: 'seat', label: 'With', ticks: [] }], {
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
/** What may be charted, with empty names for the places. */
export const charts: FeatureForm[] = [
  feature('beta wormhole token', 'Tokens', { feature: 'wormhole', system: '', kind: 'beta', lies: true }),
  feature('Hil Colish', 'Flagships and technologies', { feature: 'hil_colish', system: '' }),
  feature('a mech', 'Flagships and technologies', { feature: 'memoria', flagship: 'Core', mechs: ['Edge', ''] }),
  feature('void tether', 'Flagships and technologies', { feature: 'void_tether', between: ['', ''], lies: true }),
];

const act = (name: ActForm['act'], verb: string, asks: ActForm['asks'], more: Partial<ActForm> = {}): ActForm => ({
  act: name,
  verb,
  asks,
  text: verb,
  group: 'Does',
  when: 'now',
  deed: false,
  units: false,
  abstains: false,
  ...more,
});
/** Everything that a term can be. */
export const terms: TermForms = {
  exchange: 'transfer',
  acts: [
    act('transfer', 'give', 'goods', { group: 'Hands over' }),
    act('pay_back', 'pay_back', 'goods', { group: 'Hands over', when: 'next_round' }),
    act('produce', 'produce', 'unit', { deed: true }),
    act('vote', 'vote', 'outcome', { deed: true }),
    act('abstain', 'abstain', null, { deed: true }),
    act('use', 'use', 'power', { deed: true }),
    act('use_note', 'use_note', 'note'),
    act('activate', 'activate', 'system', { deed: true, units: true }),
    act('move_into', 'move_into', 'system', { deed: true }),
    act('choose', 'choose', 'what', { deed: true }),
    act('replenish', 'replenish', null, { deed: true }),
    act('pass', 'pass', null),
    act('play_card', 'play', 'card', { deed: true }),
    act('card_result', 'result', 'result'),
    act('refrain', 'do_not_use', 'power', { group: 'Leaves alone', abstains: true }),
    act('keep_note', 'do_not_use_note', 'note', { group: 'Leaves alone', abstains: true }),
    act('leave_alone', 'do_not_activate', 'system', { group: 'Leaves alone', abstains: true }),
    act('stay_out', 'do_not_move_into', 'system', { group: 'Leaves alone', abstains: true }),
    act('words', 'say', 'words', { group: 'Says', deed: true }),
    act('avoid', 'do_not_choose', 'what', { group: 'Leaves alone' }),
    act('research', 'research', 'technology', { deed: true }),
    act('score', 'score', 'objective', { deed: true }),
  ],
  whens: [
    { when: 'now', text: 'now, in this step' },
    { when: 'this_round', text: 'this round' },
    { when: 'next_round', text: 'next round' },
  ],
  hazards: [{ hazard: 'dice', text: 'after dice' }],
};

export const deskReference: TwilightReference = {
  factions: [
    {
      id: 'hacan',
      name: 'The Emirates of Hacan',
      short: 'Hacan',
      expansion: 'base',
      commodities: 6,
      notes: [],
      issues: ['ceasefire'],
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
      issues: ['ceasefire'],
      abilities: [],
      home: '1',
    },
  ],
  notes: [{ id: 'ceasefire', name: 'Ceasefire', issuer: null, text: 'Peace.', mandatory: false, open: null }],
  phases: [{ id: 'action', name: 'action' }],
  steps: [
    {
      id: 'production',
      phase: 'action',
      words: 'production',
      turn: true,
      asks: false,
      fine: false,
      next: ['end_of_action'],
    },
    {
      id: 'end_of_action',
      phase: 'action',
      words: 'the end of the action',
      turn: true,
      asks: false,
      fine: true,
      next: [],
    },
  ],
  abilities: [],
  questions: [],
  powers: [{ name: 'Space Cannon', window: [], who: 'anyone', needs: null }],
  conditions: [{ id: 'age_of_commerce', name: 'Age of Commerce' }],
  units: [
    { name: 'infantry', prices: [1, 1, 2, 2] },
    { name: 'dreadnought', prices: [4, 8, 12] },
  ],
  expansions: [{ id: 'base', name: 'Base game' }],
  classes: [
    { id: 'binding', words: 'binding' },
    { id: 'non_binding', words: 'non-binding' },
  ],
  findings: [
    { id: 'binds', words: 'binds' },
    { id: 'fails', words: 'fails' },
  ],
  setup: {
    questions: [],
    switches: [],
    readings: [],
    start: {
      players: 2,
      neighbours: [[0, 1]],
      factions: ['sol', 'hacan'],
      step: 'production',
      sample: { map_string: '0 0', players: 2 },
    },
  },
  fragments: ['cultural', 'hazardous', 'industrial', 'unknown'],
  hands: [
    { id: 'notes', name: 'promissory notes' },
    { id: 'action_cards', name: 'action cards' },
    { id: 'secrets', name: 'secret objectives' },
  ],
  terms,
  entries: [
    {
      entry: 'gain_goods',
      text: 'Gain trade goods',
      group: 'Goods',
      fields: [{ name: 'count', kind: 'number', label: 'Trade goods', ticks: [] }],
    },
    {
      entry: 'hold_planet',
      text: 'Control a planet that can be traded',
      group: 'Board',
      fields: [
        {
          name: 'planet',
          kind: 'planet',
          label: 'Planet',
          ticks: [{ name: 'demilitarized', label: 'Demilitarized Zone' }],
        },
      ],
    },
  ],
  assumed: { neighbours: true, issues: ['ceasefire'] },
  uses,
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
  issues: ['ceasefire'],
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

const own: TwilightOwn = {
  seat: 0,
  notes: [{ issuer: 0, kind: 'ceasefire' }],
  action_cards: ['Sabotage', null],
  secrets: [],
  open_hands: [],
  sent: [],
  received: [],
  promises: [],
  partners: [{ seat: 1, barred: null, allowed: null }],
  waiting: 0,
  held: null,
};

const view: TwilightView = {
  round: 2,
  moment: { step: 'production', active: 0, asked: null },
  decides: 0,
  turn_ends: null,
  speaker: 1,
  in_force: [],
  players: [player(0, 'Ann', 'hacan'), player(1, 'Bob', 'sol')],
  galaxy: null,
  wormholes: [],
  charted: [],
  neighbours: [{ seats: [0, 1], path: null }],
  transacted: [],
  owed: [],
  pillages: [],
  demands: [],
  takings: [],
  research: null,
  feed: null,
  corrections: [],
  debts: [],
  ledger: [],
  struck: null,
  loose: false,
  uncounted: [],
  retreating: [],
  opened: [],
  own,
};

export const deskSetup: TwilightSetup = {
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
  own?: Partial<TwilightOwn>;
  commands?: TwilightOptions['commands'];
  removes?: TwilightOptions['removes'];
  log?: JournalLine[];
  galaxy?: Galaxy;
}

/** What Ann knows. */
export const known = (changes: Changes = {}) => ({
  seq: 1,
  seat: 0,
  view: { ...view, galaxy: changes.galaxy ?? null, ...changes.view, own: { ...own, ...changes.own } },
  options: { seat: 0, commands: changes.commands ?? [], charts, removes: changes.removes ?? [] },
  log: changes.log ?? [],
  table: { clock: null, paused: false, seats: [], over: false, bot_pace_ms: 0, left_to_bots: false, skipped: false },
});

/** The desk as Ann has it before her; what she sends is spied on. */
export function desk(changes: Changes = {}) {
  const room = new TwilightRoom('t', { seat: 0 }, deskSetup, deskReference);
  room.show(known(changes));
  return {
    room,
    order: vi.spyOn(room, 'order').mockResolvedValue(true),
    attempt: vi.spyOn(room, 'attempt').mockResolvedValue(null),
  };
}
