/** A situation for the judge, as people write it; players are named, not numbered. */
import type { Bundle, Fragments, Hazard, Note, NoteKind, Readings, StepId, TwilightReference } from '../api/twilight';
import type { Schemas } from '../api/types';
import { draft, LISTS, tidy, usualPrice, VERBS, type Draft, type Verb } from './terms';

export interface PlayerSpec {
  name: string;
  faction?: string;
  trade_goods?: number;
  commodities?: number;
  resources?: number;
  influence?: number;
  notes?: NoteSpec[];
  in_play?: NoteSpec[];
  action_cards?: string[];
  abilities?: string[];
  relics?: string[];
  strategy_cards?: number;
  passed?: boolean;
  [more: string]: unknown;
}

export type NoteSpec = Schemas['NoteSpec'];

export interface BundleSpec {
  trade_goods?: number;
  commodities?: number;
  fragments?: Fragments;
  note?: NoteSpec;
  notes?: NoteSpec[];
  captured?: { unit: string; of: string }[];
  action_cards?: string[];
  planets?: string[];
  relics?: string[];
  secrets?: string[];
  technologies?: string[];
  other?: string[];
}

export type TermSpec = { by: string; when?: Draft['when']; after?: Hazard; at?: StepId } & { [verb in Verb]?: unknown };

export interface Situation {
  about?: string;
  players: PlayerSpec[];
  moment: { step: string; active?: string; asked?: string };
  speaker?: string;
  neighbours?: [string, string][];
  readings?: Partial<Readings>;
  deal: { between?: [string, string]; terms: TermSpec[] };
  expect?: { class: string; because: string };
  /** What the form has no field for stays as it was written. */
  [more: string]: unknown;
}

/** The same with every player written out, so that a form can hold it. */
export function normal(written: unknown): Situation {
  const found = written as Situation & { players?: (string | PlayerSpec)[] };
  const players = Array.isArray(found?.players) ? found.players : [];
  return {
    ...found,
    players: players.map((player) => (typeof player === 'string' ? { name: player } : { ...player })),
    moment: { ...(found?.moment ?? { step: '' }) },
    deal: { ...found?.deal, terms: (found?.deal?.terms ?? []).map((term) => ({ ...term })) },
  };
}

const DEFAULTS = new Set<unknown>([0, '', false, null, undefined]);
const isEmpty = (value: unknown) => DEFAULTS.has(value) || (Array.isArray(value) && value.length === 0);

/** What is sent and shared: fields that say nothing are left out, and a player who has nothing is a name. */
export function slim(situation: Situation): Record<string, unknown> {
  const { expect: _, about, ...rest } = situation;
  const players = situation.players.map((player) => {
    const fields = Object.entries(player).filter(([key, value]) => key === 'name' || !isEmpty(value));
    return fields.length === 1 ? player.name : Object.fromEntries(fields);
  });
  const moment = Object.fromEntries(Object.entries(situation.moment).filter(([, value]) => value));
  return { ...(about ? { about } : {}), ...rest, players, moment };
}

export interface Cast {
  players: PlayerSpec[];
  reference: TwilightReference;
}

const seatOf = (name: unknown, { players }: Cast) =>
  players.findIndex((player) => player.name.toLowerCase() === String(name ?? '').toLowerCase());
const nameOf = (seat: number, { players }: Cast) => players[seat]?.name ?? '';

/** A name that nobody knows stays as it was written; the judge says what is wrong with it. */
function kindOf(name: string, { reference }: Cast): NoteKind {
  const wanted = name.trim().toLowerCase();
  return (
    reference.notes.find((note) => note.name.toLowerCase() === wanted || note.id === wanted)?.id ?? (name as NoteKind)
  );
}

/** "Bob's Ceasefire", "Ceasefire" (the giver's own) or both parts apart. */
export function readNote(spec: NoteSpec, by: number, cast: Cast): Note {
  if (typeof spec !== 'string') return { issuer: Math.max(0, seatOf(spec.of, cast)), kind: kindOf(spec.note, cast) };
  const parts = /^(.+?)['’]s (.+)$/.exec(spec);
  const issuer = parts ? seatOf(parts[1], cast) : -1;
  if (parts && issuer >= 0) return { issuer, kind: kindOf(parts[2] as string, cast) };
  return { issuer: by, kind: kindOf(spec, cast) };
}

export function writeNote(note: Note, cast: Cast): NoteSpec {
  const name = cast.reference.notes.find(({ id }) => id === note.kind)?.name ?? note.kind;
  return { note: name, of: nameOf(note.issuer, cast) };
}

function readGoods(spec: BundleSpec, by: number, cast: Cast): Bundle {
  const notes = [...(spec.note ? [spec.note] : []), ...(spec.notes ?? [])];
  const goods: Bundle = {
    trade_goods: spec.trade_goods,
    commodities: spec.commodities,
    fragments: spec.fragments,
    notes: notes.map((note) => readNote(note, by, cast)),
    captives: (spec.captured ?? []).map(({ unit, of }) => ({ unit, owner: Math.max(0, seatOf(of, cast)) })),
  };
  for (const key of LISTS) goods[key] = spec[key];
  return tidy(goods);
}

function writeGoods(goods: Bundle, cast: Cast): BundleSpec {
  const { notes = [], captives = [], ...rest } = goods;
  const spec: BundleSpec = { ...rest };
  if (notes.length === 1 && notes[0]) spec.note = writeNote(notes[0], cast);
  else if (notes.length) spec.notes = notes.map((note) => writeNote(note, cast));
  if (captives.length) spec.captured = captives.map(({ unit, owner }) => ({ unit, of: nameOf(owner, cast) }));
  return spec;
}

type ProduceSpec = string | { unit: string; count?: number; cost?: number | null };

/** Without a cost it is the usual one, which the judge knows for every way to write a unit. */
function readUnits(it: Draft, spec: ProduceSpec, { reference }: Cast): void {
  const { unit, count = 1, cost } = typeof spec === 'string' ? { unit: spec } : spec;
  [it.text, it.number] = [unit, count];
  it.count = cost ?? usualPrice(unit, count, reference) ?? 0;
}

function writeUnits({ text: unit, number, count }: Draft, { reference }: Cast): ProduceSpec {
  const usual = count === 0 || count === usualPrice(unit, number, reference);
  if (usual && number === 1) return unit;
  return { unit, ...(number > 1 ? { count: number } : {}), ...(usual ? {} : { cost: count }) };
}

export function fromSpec(spec: TermSpec, cast: Cast): Draft {
  const verb = VERBS.find((each) => spec[each.verb] !== undefined && spec[each.verb] !== null)?.verb ?? 'say';
  const by = Math.max(0, seatOf(spec.by, cast));
  const value = spec[verb];
  const it = draft(by, verb, {
    goods: {},
    at: spec.at ?? null,
    when: spec.when ?? 'now',
    after: spec.after ?? null,
  });
  if (verb === 'give' || verb === 'pay_back') it.goods = readGoods((value ?? {}) as BundleSpec, by, cast);
  else if (verb === 'use_note' || verb === 'do_not_use_note') it.note = readNote(value as NoteSpec, by, cast);
  else if (verb === 'produce') readUnits(it, value as ProduceSpec, cast);
  else if (typeof value === 'string') it.text = value;
  else if (value && typeof value === 'object') {
    const parts = value as Record<string, unknown>;
    it.text = String(parts.outcome ?? parts.card ?? '');
    it.count = Number(parts.votes ?? 0);
    it.result = String(parts.result ?? '');
  }
  return it;
}

export function toSpec(it: Draft, cast: Cast): TermSpec {
  const spec: TermSpec = { by: nameOf(it.by, cast) };
  const value = (): unknown => {
    switch (it.verb) {
      case 'give':
      case 'pay_back':
        return writeGoods(it.goods, cast);
      case 'use_note':
      case 'do_not_use_note':
        return it.note ? writeNote(it.note, cast) : '';
      case 'abstain':
      case 'replenish':
      case 'pass':
        return true;
      case 'produce':
        return writeUnits(it, cast);
      case 'vote':
        return it.count ? { outcome: it.text, votes: it.count } : it.text;
      case 'result':
        return { card: it.text, result: it.result };
      default:
        return it.text;
    }
  };
  spec[it.verb] = value();
  if (it.at) spec.at = it.at;
  if (it.when !== 'now') spec.when = it.when;
  if (it.after) spec.after = it.after;
  return spec;
}

/** Renames a player everywhere in a situation. */
export function renamed(situation: Situation, before: string, after: string): Situation {
  const swap = (value: unknown): unknown => {
    if (value === before) return after;
    if (typeof value === 'string' && value.startsWith(`${before}'s `)) return after + value.slice(before.length);
    if (Array.isArray(value)) return value.map(swap);
    if (value && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, swap(each)]));
    }
    return value;
  };
  const { about, expect: expected, ...rest } = situation;
  return { about, expect: expected, ...(swap(rest) as Situation) };
}
