/** Twilight on the wire, by the names that the server gives it. */
import { get, post } from './client';
import type { Faith, Problem, Round, Seat, TableNews } from './types';
import type { components } from './wire';

export type Phase = 'strategy' | 'action' | 'status' | 'agenda';
export type StepId = string;
export type Class = 'binding' | 'non_binding' | 'partly_binding' | 'open';
export type Finding = 'binds' | 'fails' | 'open';

// Reference

export interface FactionEntry {
  id: string;
  name: string;
  short: string;
  expansion: string;
  commodities: number;
  notes: string[];
  abilities: string[];
  home: string | null;
}

export interface NoteEntry {
  id: string;
  name: string;
  issuer: string | null;
  text: string;
  mandatory: boolean;
  open: string | null;
}

export interface StepEntry {
  id: StepId;
  phase: Phase;
  words: string;
  next: StepId[];
}

export interface TwilightReference {
  factions: FactionEntry[];
  notes: NoteEntry[];
  steps: StepEntry[];
  abilities: { id: string; name: string }[];
  conditions: string[];
}

// What changes hands

export interface Fragments {
  cultural?: number;
  hazardous?: number;
  industrial?: number;
  unknown?: number;
}

export interface Note {
  issuer: Seat;
  kind: string;
}

export interface Captive {
  owner: Seat;
  unit: string;
}

export interface Bundle {
  trade_goods?: number;
  commodities?: number;
  fragments?: Fragments;
  notes?: Note[];
  action_cards?: string[];
  captives?: Captive[];
  planets?: string[];
  relics?: string[];
  secrets?: string[];
  technologies?: string[];
  other?: string[];
}

export type Act =
  | { act: 'transfer'; goods: Bundle }
  | { act: 'pay_back'; goods: Bundle }
  | { act: 'produce'; unit: string; cost: number }
  | { act: 'vote'; outcome: string; votes: number }
  | { act: 'abstain' }
  | { act: 'replenish' }
  | { act: 'pass' }
  | { act: 'use'; power: string; at: StepId | null }
  | { act: 'refrain'; power: string; at: StepId | null }
  | { act: 'use_note'; note: Note }
  | { act: 'keep_note'; note: Note }
  | { act: 'activate'; system: string }
  | { act: 'leave_alone'; system: string }
  | { act: 'move_into'; system: string }
  | { act: 'stay_out'; system: string }
  | { act: 'choose'; what: string; at: StepId | null }
  | { act: 'play_card'; card: string; at: StepId | null }
  | { act: 'card_result'; card: string; result: string }
  | { act: 'words'; text: string };

export type When = string | { at: StepId };
export type Hazard = 'dice' | 'hidden_draw' | 'another_player' | 'cancel_window';

export interface Term {
  by: Seat;
  act: Act;
  when: When;
  after?: Hazard;
}

// Verdicts

export interface Reason {
  clause: string;
  text: string;
}

export interface TermJudgement {
  by: string;
  term: string;
  finding: Finding;
  reason: Reason;
}

export interface Judgement {
  about?: string;
  legal: boolean;
  barred?: Reason;
  unsettled?: Reason;
  class: Class;
  strict: Class;
  per_term: Class;
  terms: TermJudgement[];
  /** Numbers of terms, from 1. */
  split?: number[];
}

/** The verdict of an open offer: findings without their words. */
export interface Verdict {
  class: Class;
  strict: Class;
  per_term: Class;
  barred: unknown;
  terms: { finding: Finding; why: unknown }[];
  split: number[] | null;
}

// The table

export interface Moment {
  step: StepId;
  active: Seat | null;
  asked: Seat | null;
}

export interface OfferId {
  from: Seat;
  number: number;
}

export interface Offer {
  id: OfferId;
  to: Seat;
  terms: Term[];
  verdict: Verdict;
}

export interface PromiseRef {
  from: Seat;
  to: Seat;
  number: number;
  term: number;
}

export type Due = 'never' | Record<string, number>;

export interface Promised {
  id: PromiseRef;
  by: Seat;
  to: Seat;
  term: Term;
  due: Due;
  faith: Faith;
  words: [Faith | null, Faith | null];
}

export interface HonourRecord {
  binding: number;
  non_binding: number;
  kept: number;
  broken: number;
  void: number;
}

export interface Planet {
  name: string;
  demilitarized: boolean;
  pride_of_kenara: boolean;
}

export interface PlayerView {
  seat: Seat;
  name: string;
  faction: string;
  abilities: string[];
  exhausted: string[];
  trade_goods: number;
  commodities: number;
  spends_commodities: boolean;
  commodity_value: number;
  fragments: Fragments;
  notes: number;
  in_play: Note[];
  action_cards: number;
  secrets: number;
  captives: Captive[];
  planets: Planet[];
  relics: string[];
  technologies: { name: string; of_faction: boolean }[];
  stations: number;
  resources: number;
  influence: number;
  victory_points: number;
  initiative: number;
  passed: boolean;
  silenced: boolean;
  is_in: boolean;
  record: HonourRecord;
}

export interface OwnHand {
  seat: Seat;
  notes: Note[];
  action_cards: (string | null)[];
  secrets: (string | null)[];
  open_hands: { of: Seat; action_cards: (string | null)[] }[];
  sent: Offer[];
  received: Offer[];
  promises: Promised[];
}

export interface TwilightView {
  round: Round;
  moment: Moment | null;
  decides: Seat | null;
  speaker: Seat | null;
  in_force: string[];
  players: PlayerView[];
  neighbours: [Seat, Seat][];
  transacted: [Seat, Seat][];
  owed: Promised[];
  pillages: [Seat, Seat][];
  demands: [Seat, Seat][];
  takings: [Seat, Seat][];
  research: Seat | null;
  own: OwnHand | null;
}

export type Entry = { entry: string } & { [field: string]: unknown };
/** Every command has a type; those that the desk looks into are spelt out. */
export type TwilightCommand =
  | { type: 'offer'; to: Seat; terms: Term[] }
  | { type: 'accept' | 'decline'; offer: OfferId }
  | { type: 'withdraw'; to: Seat }
  | { type: 'advance'; to: StepId }
  | { type: 'set_moment'; moment: Moment }
  | { type: 'report'; act: Act; units_of?: Seat[] }
  | { type: 'book'; entry: Entry }
  | { type: 'give'; to: Seat; goods: Bundle }
  | { type: 'play_note'; note: Note }
  | { type: 'pillage'; victim: Seat; takes: 'trade_good' | 'commodity' | null }
  | { type: 'settle'; promise: PromiseRef; faith: Faith }
  | { type: 'release'; promise: PromiseRef }
  | { type: 'neighbour'; with: Seat; are: boolean }
  | { type: 'board'; change: Record<string, string> }
  | { type: 'speaker'; seat: Seat }
  | { type: 'declare'; condition: string; begins: boolean }
  | { type: 'use'; effect: { effect: string } & Record<string, unknown> }
  | { type: 'take'; from: Seat; card: string }
  | { type: 'waive'; from: Seat }
  | { type: 'invoke'; with: Seat; power: Invocation }
  | { type: 'show'; to: Seat; cards: { notes?: Note[]; action_cards?: string[] } }
  | { type: 'chart'; feature: Feature }
  | { type: 'leave' };

export type Feature = components['schemas']['Feature'];
export type Wormhole = components['schemas']['Wormhole'];
export type Invocation = 'black_market_dealings' | { ability: string };

export interface TwilightOptions {
  seat: Seat | null;
  commands: TwilightCommand[];
}

export type JournalPiece =
  | { piece: 'text'; text: string }
  | { piece: 'player'; seat: Seat; text: string }
  | { piece: 'system'; system: number; text: string }
  | { piece: 'clause'; clause: string; text: string }
  | { piece: 'plain'; text: string };

export type JournalCategory = 'transactions' | 'deals' | 'promises' | 'moment' | 'holdings';

/** Where somebody's units came or went, which the map shows. */
export interface Boarded {
  type: 'boarded';
  seat: Seat;
  change: {
    entered?: number;
    left?: number;
    took?: { system: number; place: number };
    lost?: { system: number; place: number };
  };
}

/** What changes the map; every other event has at least its type. */
export type MapEvent =
  | Boarded
  | { type: 'charted'; by: Seat; feature: Feature }
  | { type: 'booked'; seat: Seat; entry: Entry }
  | { type: 'given'; from: Seat; to: Seat; goods: Bundle }
  | { type: 'exchanged'; transaction: { sides: [Seat, Seat]; gives: [Bundle, Bundle] } }
  | { type: 'moved'; moment: Moment; fresh: { turn: boolean; phase: boolean } };

export interface JournalLine {
  n: number;
  notice: { type: string; event?: { type: string } | MapEvent };
  line: JournalPiece[];
  filters: JournalCategory[];
  round: Round;
}

// The map

export interface MapSystem {
  name: string;
  tile: string | null;
  /** Axial coordinates; nowhere for what lies off the map. */
  at: [number, number] | null;
  planets: { spec: { name: string }; controller: Seat | null }[];
  anomalies: string[];
  printed: string[];
  tokens: string[];
  breach?: 'inactive' | 'active' | null;
  ingress?: boolean;
  egress?: boolean;
  units: Seat[];
}

/** What bends the map beside what lies on it; systems by their number. */
export interface Bends {
  hil_colish?: number | null;
  memoria?: { owner: Seat; flagship: number; mechs: number[] } | null;
  conduit?: { owner: Seat; active: number } | null;
  tethers?: { owner: Seat; between: [number, number] }[];
}

export interface Galaxy {
  systems: MapSystem[];
  hyperlanes: { at: [number, number] }[];
  modifiers?: Bends;
}

export interface DrawnGalaxy {
  homes: [number, number][];
  systems: unknown[];
  galaxy: Galaxy;
}

export interface Sitting {
  name: string;
  faction: string;
  trade_goods?: number;
  commodities?: number;
}

export interface TwilightSetup {
  players: Sitting[];
  speaker?: Seat | null;
  neighbours?: [Seat, Seat][];
  galaxy?: Galaxy | null;
  readings?: Readings;
  desk?: boolean;
  agendas?: boolean;
  prophecy_of_kings?: boolean;
  age_of_commerce?: boolean;
  hidden_agenda?: boolean;
}

export interface Readings {
  deals?: 'strict' | 'per_term';
  trade_primary?: 'letter' | 'step_rule' | null;
  ready_planets?: 'yes' | 'no' | null;
  acting_outside_turn?: 'yes' | 'no' | null;
  disputed_neighbours?: 'yes' | 'no' | null;
  malevolency?: 'yes' | 'no' | null;
}

export type DeskMessage =
  | {
      type: 'view'; seq: number; seat: Seat | null; view: TwilightView; options: TwilightOptions | null;
      log: JournalLine[]; table: TableNews;
    }
  | {
      type: 'news'; seq: number; log: JournalLine[]; view: TwilightView; options?: TwilightOptions;
      table?: TableNews;
    }
  | { type: 'table'; table: TableNews }
  | { type: 'problem'; problem: Problem }
  | { type: 'accepted' | 'refused' | 'pong' };

let asked: Promise<TwilightReference> | undefined;
export function twilight(): Promise<TwilightReference> {
  asked ??= get<TwilightReference>('/rulesets/twilight').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

const at = (seat: Seat | null) => (seat === null ? '' : `?seat=${seat}`);

export const judge = (situation: unknown) => post<Judgement>('/twilight/judge', situation);
export const drawGalaxy = (map_string: string) => post<DrawnGalaxy>('/twilight/galaxy', { map_string });
export const setup = (id: string) => get<TwilightSetup>(`/tables/${id}/setup`);
export const verdict = (id: string, seat: Seat | null, to: Seat, terms: Term[]) =>
  post<Judgement>(`/tables/${id}/verdict${at(seat)}`, { to, terms });
export const journal = (id: string, seat: Seat | null, before: number, limit = 500) =>
  get<JournalLine[]>(`/tables/${id}/log?before=${before}&limit=${limit}${seat === null ? '' : `&seat=${seat}`}`);
export const close = (id: string) => post<unknown>(`/tables/${id}/close`);
