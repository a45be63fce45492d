import type { components } from './wire';

type Schemas = components['schemas'];

/** What crosses the wire, by the names that the server gives it. */

export type Seat = number;
export type Round = number;
export type Territory = number;
export type Zone = number;
export type Card = number;
export type Point = [number, number];
/** Milliseconds since 1970. */
export type Time = number;

// People

export type PersonRef = Schemas['PersonRef'];
export type Me = Schemas['Me'];
export type Scope = Schemas['Scope'];
export type Token = Schemas['Token'];
export type IssuedToken = Schemas['IssuedToken'];
export type Recovery = Schemas['Recovery'];
export interface Problem {
  type: string;
  status: number;
  title: string;
  detail: string;
  clause?: string;
  field?: string;
  refusal?: unknown;
  retry_after?: number;
}

// Tables

export type Ruleset = Schemas['Ruleset'];
export type Visibility = Schemas['Visibility'];
export type Standing = Schemas['Standing'];
export type ClockSettings = Schemas['ClockSettings'];
export type ClockFace = Schemas['ClockFace'];
export type Spectators = Schemas['Spectators'];
export interface TableSettings {
  title: string;
  visibility: Visibility;
  anonymous: boolean;
  allow_bots: boolean;
  clock: ClockSettings;
  relief_after: number | null;
  spectators: Spectators;
  bot_pace_ms: number;
  game: GameSettings;
}

export interface BackchannelGameSettings {
  ruleset: 'backchannel';
  map: string | MapFile;
  seats: number;
  settings: BackchannelSettings;
}

export interface TwilightGameSettings {
  ruleset: 'twilight';
  setup: unknown;
  map_string?: string | null;
}

export type GameSettings = BackchannelGameSettings | TwilightGameSettings;

export interface BackchannelSettings {
  fog: boolean;
  deploy_floor: number;
  proposal_rounds: number;
  round_limit: number | null;
  map_share: number | null;
  shared_victory: boolean;
  numbers: BackchannelNumbers;
}

export interface BackchannelNumbers {
  starting_troops: number;
  neutral_troops: number;
  starting_hand: number;
  starting_agreements: number;
  starting_troop_cards: number;
  territories_per_troop: number;
  cards_per_turn: number;
  cards_for_conquest: number;
  hand_limit: number;
  blitz_troops: number;
  traitor_deploy: number;
  joint_bounty: number;
  score: [number, number, number];
}

export type Holder = Schemas['Holder'];
export interface Place {
  seat: Seat;
  name: string;
  holder: Holder;
  yours: boolean;
  relieved: boolean;
  timeouts: number;
  asks_pause: boolean;
}

export type Invitation = Schemas['Invitation'];
export interface Table {
  id: string;
  ruleset: Ruleset;
  standing: Standing;
  paused: boolean;
  settings: TableSettings;
  seats: Place[];
  yours: Seat[];
  you_own_it: boolean;
  owner: PersonRef | null;
  invite: string | null;
  invitations: Invitation[];
  commitment: string | null;
  seed: string | null;
  rematch: string | null;
  created_at: Time;
  started_at: Time | null;
  ended_at: Time | null;
}

export type Listing = Schemas['Listing'];
export interface QuickGame {
  map?: string;
  seats?: number;
  bot?: string;
}

export type Invited = Schemas['Invited'];
export type Waiting = Schemas['Waiting'];
export type Inbox = Schemas['Inbox'];
// Maps, cards and the other data of the ruleset

export interface MapFile {
  id: string;
  name: string;
  about: string;
  seats: { least: number; most: number };
  size: Point;
  territories: TerritoryFile[];
  links: LinkFile[];
  zones: ZoneFile[];
}

export interface TerritoryFile {
  id: string;
  name: string;
  shape: Point[];
  anchor: Point;
  least?: number;
  most?: number;
}

export interface LinkFile {
  from: string;
  to: string;
  one_way?: boolean;
  kind?: 'capture' | 'bombard';
}

export interface ZoneFile {
  id: string;
  name: string;
  territories: string[];
  troops?: number;
  cards?: number;
}

export type Agreement = Schemas['Agreement'];
export type Tactic =
  | 'betrayal'
  | 'trap'
  | 'fortify'
  | 'recon'
  | 'survey'
  | 'sabotage'
  | 'muster';

export interface Terms {
  agreement: Agreement;
  gives: number;
  asks: number;
  rounds: number;
}

export type CardKind =
  | { troop: { value: number } }
  | { agreement: Terms }
  | { tactical: { tactic: Tactic; strength: number } };

export interface CardSpec {
  id: string;
  name: string;
  tier: number;
  copies: number;
  worth: number;
  kind: CardKind;
  /** What it does, as a sentence; only where the server tells. */
  text?: string;
}

export type Pattern =
  | 'solid'
  | 'diagonal'
  | 'dots'
  | 'horizontal'
  | 'cross'
  | 'vertical'
  | 'checks'
  | 'rings';

export interface Livery {
  name: string;
  letter: string;
  colour: string;
  pattern: Pattern;
}

export interface BackchannelSetup {
  map: MapFile;
  cards: CardSpec[];
  settings: BackchannelSettings;
  names: string[];
}

// Signals

export type WordKind = 'player' | 'territory' | 'zone' | 'concept' | 'agreement';

export type Word =
  | { player: Seat }
  | { territory: Territory }
  | { zone: Zone }
  | { concept: number }
  | { agreement: Agreement };

export interface Phrase {
  template: number;
  filler?: Word | null;
}

export interface Signal {
  first: Phrase;
  then?: { by: number; phrase: Phrase } | null;
}

export type SignalRef = Schemas['SignalRef'];
export type Sentence = 'statement' | 'order' | 'question' | 'reply' | 'remark';
export type Mood = 'request' | 'offer' | 'statement' | 'warning' | 'answer' | 'courtesy';

export interface TemplateEntry {
  template: number;
  id: string;
  outline: string;
  mood: Mood;
  sentence: Sentence;
  slot: WordKind[];
  optional: boolean;
  joins: boolean;
  promise?: string | null;
}

export interface ConjunctionEntry {
  conjunction: number;
  id: string;
  text: string;
  after: Sentence[];
  before: Sentence[];
}

export interface ReactionEntry {
  reaction: number;
  id: string;
  text: string;
}

export interface WordEntry {
  id: string;
  text: string;
}

export interface SignalBook {
  templates: TemplateEntry[];
  conjunctions: ConjunctionEntry[];
  reactions: ReactionEntry[];
  concepts: WordEntry[];
  agreements: WordEntry[];
}

export type BotEntry = Schemas['BotEntry'];
export type Language = 'en' | 'de';

export interface BackchannelReference {
  maps: MapFile[];
  cards: CardSpec[];
  liveries: Livery[];
  bots: BotEntry[];
  signals: Record<Language, SignalBook>;
  defaults: BackchannelSettings;
}

export type Rulebook = Schemas['Rulebook'];
// The game as a seat sees it

export type PhaseName = Schemas['PhaseName'];
export type Land = Schemas['Land'];
export type Score = Schemas['Score'];
export type OfferRef = Schemas['OfferRef'];
export interface Proposal {
  id: OfferRef;
  to: Seat;
  card: Card;
  agreement: Agreement;
  slots: Card[];
  asks: number;
  filled: Card[] | null;
  against: Seat | null;
  expires: Round;
}

export interface Treaty {
  agreement: Agreement;
  sides: [Seat, Seat];
  against: Seat | null;
  ends: Round;
}

export interface TreatyRef {
  with: Seat;
  agreement: Agreement;
  against?: Seat | null;
}

export interface Lockout {
  with: Seat;
  windows: number;
  after: 'deal' | 'decline';
}

export type Target =
  | 'nothing'
  | { territory: Territory }
  | { seat: Seat }
  | { treaty: TreatyRef };

export type Queued =
  | { play: { card: Card; target: Target } }
  | { apply: { card: Card } }
  | 'gamble';

export type Recon = { around: Territory } | { holdings: Seat };

export interface Heard {
  id: SignalRef;
  signal: Signal;
  reacted: boolean;
}

export interface Own {
  seat: Seat;
  lands: Territory[];
  hand: Card[];
  locked: Card[];
  deploy: number;
  occupying: [Territory, Territory] | null;
  bonus: number;
  debt: { due: number; later: number };
  queued: Queued | null;
  recon: Recon | null;
  traps: Territory[];
  fortified: Territory[];
  sent: Proposal[];
  received: Proposal[];
  pending: Proposal[];
  treaties: Treaty[];
  lockouts: Lockout[];
  may_broadcast: boolean;
  may_signal: Seat[];
  heard: Heard[];
}

export type Ending = Schemas['Ending'];
export interface Outcome {
  ending: Ending;
  winners: Seat[];
  /** Hundredths of a percent. */
  scores: number[];
}

export interface BackchannelView {
  round: Round;
  turn: Seat | null;
  phase: PhaseName | null;
  scoreboard: Score[];
  lands: Land[];
  truces: [Seat, Seat][];
  own: Own | null;
  outcome: Outcome | null;
  opened: Own[];
}

export interface BackchannelViewPatch
  extends Partial<Omit<BackchannelView, 'own' | 'lands'>> {
  own?: Partial<Own> | null;
  lands?: Record<string, Land>;
}

export type Span = Schemas['Span'];
export interface BackchannelOptions {
  seat: Seat | null;
  deploy: { on: Territory; most: number }[];
  attack: { from: Territory; to: Territory[]; stop_loss: Span | null }[];
  occupy: Span | null;
  reinforce: { from: Territory; to: Territory[]; most: number }[];
  end_attack: boolean;
  end_turn: boolean;
  propose: { card: Card; to: Seat[]; slots: number; names_third: boolean; against: Seat[] }[];
  play: { card: Card; targets: Targets }[];
  treaties: TreatyRef[];
  apply: Card[];
  gamble: boolean;
  pass: boolean;
  answer: { proposal: OfferRef; slots: number }[];
  free: Card[];
  free_troops: Card[];
  broadcast: boolean;
  signal: Seat[];
  react: SignalRef[];
}

export type Targets =
  | 'nothing'
  | { territories: Territory[] }
  | { seats: Seat[] }
  | 'treaties';

export type Mode = 'once' | 'blitz' | { stop_loss: number };

export type BackchannelCommand =
  | { type: 'deploy'; to: Territory; troops: number }
  | { type: 'attack'; from: Territory; to: Territory; mode: Mode }
  | { type: 'occupy'; troops: number }
  | { type: 'end_attack' }
  | { type: 'reinforce'; from: Territory; to: Territory; troops: number }
  | { type: 'end_turn' }
  | { type: 'propose'; to: Seat; card: Card; slots: Card[]; against?: Seat }
  | { type: 'play'; card: Card; target: Target }
  | { type: 'apply'; card: Card }
  | { type: 'gamble'; cards: Card[] }
  | { type: 'pass' }
  | { type: 'accept'; proposal: OfferRef; slots: Card[] }
  | { type: 'decline'; proposal: OfferRef }
  | { type: 'signal'; to?: Seat; signal: Signal }
  | { type: 'react'; signal: SignalRef; reaction: number };

export interface Dice {
  attack: [number, number, number];
  defence: [number, number];
  fortified: number;
}

export interface Report {
  rolls: number;
  attacker_lost: number;
  defender_lost: number;
  dice: Dice;
}

/** Those the client looks into; every other has at least its type. */
export type BackchannelNotice =
  | { type: 'round_started'; round: Round }
  | { type: 'turn_started'; seat: Seat }
  | {
      type: 'fought';
      attacker: Seat;
      defender: Seat | null;
      from: Territory | null;
      to: Territory | null;
      report: Report | null;
    }
  | { type: 'trap_sprung'; attacker: Seat; owner: Seat; from: Territory | null; to: Territory | null; lost: number }
  | { type: 'conquered'; by: Seat; loser: Seat | null; from: Territory | null; to: Territory | null }
  | { type: 'signalled'; from: Seat; to: Seat | null; id: SignalRef; signal: Signal }
  | { type: 'reacted'; by: Seat; signal: SignalRef; reaction: number }
  | { type: 'proposed'; to: Seat; id: OfferRef; card: Card; slots: Card[]; against: Seat | null; expires: Round }
  | { type: 'declined'; to: Seat; id: OfferRef }
  | { type: 'accepted'; to: Seat; id: OfferRef; filled: Card[] }
  | { type: 'game_over'; outcome: Outcome }
  | { type: Other };

type Other =
  | 'turn_ended' | 'deployed' | 'occupied' | 'reinforced' | 'eliminated' | 'truce_began'
  | 'truce_ended' | 'betrayed' | 'lapsed' | 'voided' | 'undone' | 'activated' | 'treaty_ended'
  | 'queued' | 'gambled' | 'passed' | 'fizzled' | 'trap_set' | 'fortified' | 'recon_opened'
  | 'sabotaged' | 'mustered' | 'reinforcements' | 'drew' | 'inherited' | 'deploy_counted'
  | 'bounty' | 'faded' | 'hand_discarded' | 'reshuffled';

export type Piece =
  | { piece: 'text'; text: string }
  | { piece: 'player'; seat: Seat; text: string }
  | { piece: 'territory'; territory: Territory; text: string }
  | { piece: 'zone'; zone: Zone; text: string }
  | { piece: 'plain'; text: string };

export type Category = Schemas['Category'];
export interface BackchannelLogLine {
  n: number;
  notice: BackchannelNotice;
  line: Piece[];
  filters: Category[];
  round: Round;
}

// Live

export type TableNews = Schemas['TableNews'];
export interface ViewMessage {
  type: 'view';
  seq: number;
  seat: Seat | null;
  view: BackchannelView;
  options: BackchannelOptions | null;
  log: BackchannelLogLine[];
  table: TableNews;
}

export interface NewsMessage {
  type: 'news';
  seq: number;
  log: BackchannelLogLine[];
  view: BackchannelViewPatch;
  options?: Partial<BackchannelOptions>;
  table?: TableNews;
}

export type Message =
  | ViewMessage
  | NewsMessage
  | { type: 'table'; table: TableNews }
  | { type: 'accepted'; id: string; seq: number }
  | { type: 'refused'; id: string; problem: Problem }
  | { type: 'problem'; problem: Problem }
  | { type: 'pong' };

export type Receipt = Schemas['Receipt'];
// After the game

export type Faith = Schemas['Faith'];
export type Accord = Schemas['Accord'];
export type Pledge = Schemas['Pledge'];
export interface Honours {
  agreements_made: number;
  agreements_kept: number;
  betrayals: number;
  betrayed: number;
  declined: number;
  lapsed: number;
  promises_made: number;
  promises_kept: number;
  promises_broken: number;
}

export interface Series {
  round: Round;
  territories: number[];
  troops: number[];
  cards: number[];
}

export interface BackchannelHonours {
  record: { agreements: Accord[]; promises: Pledge[]; rebuffs: unknown[] };
  honours: Honours[];
  series: Series[];
  outcome: Outcome | null;
}

/** A finished game as some eyes saw it: what was known first, then all the news. */
export type BackchannelHistory = [ViewMessage, ...NewsMessage[]];
