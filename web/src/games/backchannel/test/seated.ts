/** A small table to test components at: three in a row and an island, two players. */
import { vi } from 'vitest';
import type { Place } from '../../../api/types';
import type {
  BackchannelOptions,
  BackchannelReference,
  BackchannelSetup,
  BackchannelView,
  CardSpec,
  MapFile,
  Own,
  Point,
} from '../api';
import { Workspace } from '../workspace.svelte';
import { BackchannelRoom } from '../room.svelte';

const square = (x: number): Point[] => [
  [x, 0],
  [x + 100, 0],
  [x + 100, 100],
  [x, 100],
];

export const map: MapFile = {
  id: 'row',
  name: 'The row',
  about: '',
  seats: { least: 2, most: 2 },
  size: [600, 100],
  territories: ['Alder Marsh', 'Bittern Fen', 'Gull Rock', 'Salt Point'].map((name, place) => ({
    id: String(place),
    name,
    shape: square(place * 100 + (place === 3 ? 100 : 0)),
    anchor: [place * 100 + 50, 50],
  })),
  links: [
    { from: '0', to: '1' },
    { from: '1', to: '2' },
    { from: '2', to: '3', one_way: true },
  ],
  zones: [{ id: 'w', name: 'The west', territories: ['0', '1'], troops: 2 }],
};

export const cards: CardSpec[] = [
  { id: 'troops-1', name: 'Reserves', tier: 1, copies: 30, worth: 1, kind: { troop: { value: 3 } } },
  {
    id: 'ceasefire-1',
    name: 'Ceasefire',
    tier: 1,
    copies: 6,
    worth: 2,
    kind: { agreement: { agreement: 'ceasefire', gives: 1, asks: 1, rounds: 3 } },
  },
  {
    id: 'betrayal-1',
    name: 'Betrayal',
    tier: 1,
    copies: 4,
    worth: 3,
    kind: { tactical: { tactic: 'betrayal', strength: 3 } },
  },
];

export const settings = {
  fog: true,
  deploy_floor: 3,
  proposal_rounds: 2,
  round_limit: 40,
  map_share: null,
  shared_victory: true,
  numbers: {
    starting_troops: 3,
    neutral_troops: 2,
    starting_hand: 5,
    starting_agreements: 1,
    starting_troop_cards: 2,
    territories_per_troop: 3,
    cards_per_turn: 1,
    cards_for_conquest: 1,
    hand_limit: 10,
    blitz_troops: 4,
    traitor_deploy: 2,
    joint_bounty: 1,
    score: [50, 20, 30] as [number, number, number],
  },
};

const own: Own = {
  seat: 0,
  lands: [0],
  hand: [0, 0, 1],
  locked: [],
  deploy: 0,
  occupying: null,
  bonus: 0,
  debt: { due: 0, later: 0 },
  queued: null,
  recon: null,
  traps: [],
  fortified: [],
  sent: [],
  received: [],
  pending: [],
  treaties: [],
  lockouts: [],
  closed: [],
  may_broadcast: true,
  may_signal: [1],
  heard: [],
  reactions: [],
  attackers: [],
  borders: [],
};

const options: BackchannelOptions = {
  seat: 0,
  deploy: [],
  attack: [],
  occupy: null,
  reinforce: [],
  end_attack: false,
  end_turn: false,
  propose: [],
  play: [],
  treaties: [],
  apply: [],
  gamble: false,
  pass: false,
  answer: [],
  free: [],
  free_troops: [],
  broadcast: true,
  signal: [1],
  react: [],
};

const view: BackchannelView = {
  round: 3,
  turn: 0,
  phase: 'attack',
  scoreboard: [0, 1].map((seat) => ({
    seat,
    is_in: true,
    territories: 1,
    troops: 3,
    cards: 3,
    traitor_until: null,
    ceasefires: 0,
    betrayals: 0,
  })),
  lands: [
    { seen: { owner: 0, troops: 5 } },
    { seen: { owner: 1, troops: 3 } },
    { remembered: { owner: 1, troops: 2, round: 1 } },
    'unknown',
  ],
  zones: [{ holder: null, held: [1, 1, 0, 0, 0, 0, 0, 0], seen: 2, unknown: 0 }],
  goal: {
    ways: ['last_standing', 'shared_victory', 'round_limit'],
    needed: null,
    rounds_left: 38,
    sharing: [],
    threats: [],
    standings: [],
  },
  truces: [],
  own,
  outcome: null,
  opened: [],
};

const place = (seat: number, name: string): Place => ({
  seat,
  name,
  holder: { kind: 'person', person: null },
  yours: seat === 0,
  relieved: false,
  timeouts: 0,
  asks_pause: false,
});

interface Changes {
  view?: Partial<BackchannelView>;
  own?: Partial<Own>;
  options?: Partial<BackchannelOptions>;
}

/** A room in which Ada sits on seat 0 and Brandt on seat 1; `order` is a spy. */
export function seated(changes: Changes = {}) {
  const setup: BackchannelSetup = { map, cards, settings, names: ['Ada', 'Brandt'] };
  const reference = {
    cards,
    agreements: [{ id: 'ceasefire', name: 'Ceasefire' }],
    phases: [{ id: 'attack', name: 'Attack', doing: 'is attacking', rule: '', part_of: 'attack', clause: 'BC-205' }],
    actions: [],
    settings: [],
    fixed: { gamble_cards: 3, traitor_slots: 1, attack_dice: 3, defence_dice: 2, fortify_bonus: 1 },
  } as unknown as BackchannelReference;
  const room = new BackchannelRoom('t', setup, reference, {}, () => {});
  room.show({
    seq: 1,
    seat: 0,
    log: [],
    view: { ...view, ...changes.view, own: { ...own, ...changes.own } },
    options: { ...options, ...changes.options },
    table: {
      clock: null,
      paused: false,
      over: false,
      bot_pace_ms: 700,
      left_to_bots: false,
      skipped: false,
      seats: [place(0, 'Ada'), place(1, 'Brandt')],
    },
  });
  const order = vi.spyOn(room, 'order').mockResolvedValue(true);
  return { room, workspace: new Workspace(room), order };
}
