/** A situation for the judge, as people write it; players are named, not numbered. */
import type { Bundle, Fragments, Hazard, Note, NoteKind, Readings, StepId, TwilightReference } from '../api';
import type { Schemas } from '../../../api/types';
import { actForm, draft, LISTS, tidy, usualPrice, type TermDraft } from '../parts/terms';

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

/** What is done stands under the verb of its act. */
export interface TermSpec {
  by: string;
  /** Among three players or more: whom it is owed to. */
  to?: string;
  when?: TermDraft['when'];
  after?: Hazard;
  at?: StepId;
  [verb: string]: unknown;
}

export type Happening = Pick<Schemas['JustSpec'], 'what'> & Partial<Schemas['JustSpec']>;

/** The step, and what it alone does not tell. */
export interface MomentSpec {
  step: string;
  active?: string;
  asked?: string;
  defender?: string;
  winner?: string;
  units_of?: string[];
  card?: string;
  free?: string[];
  just?: Happening[];
  between?: boolean;
  agenda?: number;
}

export interface MaySpec {
  by?: string;
  use?: string;
  play?: string;
  use_note?: NoteSpec;
  transact?: [string, string];
}

export interface Situation {
  about?: string;
  players: PlayerSpec[];
  moment: MomentSpec;
  /** A question without a deal. */
  may?: MaySpec | null;
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
  const moment = Object.fromEntries(Object.entries(situation.moment).filter(([, value]) => !isEmpty(value)));
  const { deal, may, ...facts } = rest;
  // A question needs no deal.
  const asked = may ? { may, ...(deal.terms.length ? { deal } : {}) } : { deal };
  return { ...(about ? { about } : {}), ...facts, ...asked, players, moment };
}

export interface SituationCast {
  players: PlayerSpec[];
  reference: TwilightReference;
}

/**
 * Names are the judge's to recognise, who knows them however they are written. A form holds only what is written as the
 * players and the reference have it; everything else stays as it is.
 */
function seatOf(name: unknown, { players }: SituationCast): number | null {
  const seat = players.findIndex((player) => player.name === name);
  return seat < 0 ? null : seat;
}
const nameOf = (seat: number, { players }: SituationCast) => players[seat]?.name ?? '';

const kindOf = (name: string, { reference }: SituationCast): NoteKind | null =>
  reference.notes.find((note) => note.name === name)?.id ?? null;

/** "Bob's Ceasefire", "Ceasefire" (the giver's own) or both parts apart; nothing if a name is written otherwise. */
export function readNote(spec: NoteSpec, by: number, cast: SituationCast): Note | null {
  const [, of, name] = typeof spec === 'string' ? (/^(.+?)['’]s (.+)$/.exec(spec) ?? []) : [null, spec.of, spec.note];
  const issuer = of === undefined ? by : seatOf(of, cast);
  const kind = kindOf(name ?? (spec as string), cast);
  return issuer === null || kind === null ? null : { issuer, kind };
}

export function writeNote(note: Note, cast: SituationCast): NoteSpec {
  const name = cast.reference.notes.find(({ id }) => id === note.kind)?.name ?? note.kind;
  return { note: name, of: nameOf(note.issuer, cast) };
}

/** All of them, or nothing if one of them cannot be read. */
const all = <T>(list: (T | null)[]): T[] | null => (list.includes(null) ? null : (list as T[]));

function readGoods(spec: BundleSpec, by: number, cast: SituationCast): Bundle | null {
  const written = [...(spec.note ? [spec.note] : []), ...(spec.notes ?? [])];
  const notes = all(written.map((note) => readNote(note, by, cast)));
  const captives = all(
    (spec.captured ?? []).map(({ unit, of }) => {
      const owner = seatOf(of, cast);
      return owner === null ? null : { unit, owner };
    }),
  );
  if (notes === null || captives === null) return null;
  const { trade_goods, commodities, fragments } = spec;
  const goods: Bundle = { trade_goods, commodities, fragments, notes, captives };
  for (const key of LISTS) goods[key] = spec[key];
  return tidy(goods);
}

function writeGoods(goods: Bundle, cast: SituationCast): BundleSpec {
  const { notes = [], captives = [], ...rest } = goods;
  const spec: BundleSpec = { ...rest };
  if (notes.length === 1 && notes[0]) spec.note = writeNote(notes[0], cast);
  else if (notes.length) spec.notes = notes.map((note) => writeNote(note, cast));
  if (captives.length) spec.captured = captives.map(({ unit, owner }) => ({ unit, of: nameOf(owner, cast) }));
  return spec;
}

type ProduceSpec = string | { unit: string; count?: number; cost?: number | null };

/** Without a cost it is the usual one, which the judge knows for every way to write a unit. */
function readUnits(it: TermDraft, spec: ProduceSpec, { reference }: SituationCast): void {
  const { unit, count = 1, cost } = typeof spec === 'string' ? { unit: spec } : spec;
  [it.text, it.number] = [unit, count];
  it.count = cost ?? usualPrice(unit, count, reference) ?? 0;
}

function writeUnits({ text: unit, number, count }: TermDraft, { reference }: SituationCast): ProduceSpec {
  const usual = count === 0 || count === usualPrice(unit, number, reference);
  if (usual && number === 1) return unit;
  return { unit, ...(number > 1 ? { count: number } : {}), ...(usual ? {} : { cost: count }) };
}

/** The term for a form; nothing if it has names in it that only the judge can read. */
export function fromSpec(spec: TermSpec, cast: SituationCast): TermDraft | null {
  // Not to play a card and not to use it are the same form.
  if (spec.do_not_play !== undefined) {
    const { do_not_play: card, ...rest } = spec;
    return fromSpec({ ...rest, do_not_use: card }, cast);
  }
  const { terms } = cast.reference;
  const form =
    terms.acts.find(({ verb }) => spec[verb] !== undefined && spec[verb] !== null) ?? actForm('words', terms);
  const by = seatOf(spec.by, cast);
  if (by === null) return null;
  const value = spec[form.verb];
  const it = draft(form, by, {
    goods: {},
    at: spec.at ?? null,
    when: spec.when ?? 'now',
    after: spec.after ?? null,
  });
  if (spec.to) it.to = spec.to;
  if (it.asks === 'goods') {
    const goods = readGoods((value ?? {}) as BundleSpec, by, cast);
    if (goods === null) return null;
    it.goods = goods;
  } else if (it.asks === 'note') {
    it.note = value === '' ? null : readNote(value as NoteSpec, by, cast);
    if (it.note === null && value !== '') return null;
  } else if (it.asks === 'unit') readUnits(it, value as ProduceSpec, cast);
  else if (typeof value === 'string') it.text = value;
  else if (value && typeof value === 'object') {
    const parts = value as Record<string, unknown>;
    it.text = String(parts.outcome ?? parts.card ?? '');
    it.count = Number(parts.votes ?? 0);
    it.result = String(parts.result ?? '');
  }
  return it;
}

export function toSpec(it: TermDraft, cast: SituationCast): TermSpec {
  const spec: TermSpec = { by: nameOf(it.by, cast) };
  const value = (): unknown => {
    switch (it.asks) {
      case 'goods':
        return writeGoods(it.goods, cast);
      case 'note':
        return it.note ? writeNote(it.note, cast) : '';
      case null:
        return true;
      case 'unit':
        return writeUnits(it, cast);
      case 'outcome':
        return it.count ? { outcome: it.text, votes: it.count } : it.text;
      case 'result':
        return { card: it.text, result: it.result };
      default:
        return it.text;
    }
  };
  spec[actForm(it.act, cast.reference.terms).verb] = value();
  if (it.to) spec.to = it.to;
  if (it.at) spec.at = it.at;
  if (it.when !== 'now') spec.when = it.when;
  if (it.after) spec.after = it.after;
  return spec;
}

/** The moment at another step: what was said of that very moment is over, and what belongs to a turn ends with it. */
export function atStep(moment: MomentSpec, step: string, turn: boolean): MomentSpec {
  const { asked, free, agenda, active, defender, winner, units_of, card } = moment;
  const always = { step, asked, free, agenda };
  return turn ? { ...always, active, defender, winner, units_of, card } : always;
}

/** The moment after a player has left: whoever must be named is somebody else, and the rest is left out. */
export function withoutPlayer(
  moment: MomentSpec,
  gone: string | undefined,
  stays: (name: string | undefined) => string | undefined,
): MomentSpec {
  const others = (names: string[] | undefined) => names?.filter((name) => name !== gone);
  return {
    ...moment,
    active: moment.active && stays(moment.active),
    asked: moment.asked && stays(moment.asked),
    defender: moment.defender === gone ? undefined : moment.defender,
    winner: moment.winner === gone ? undefined : moment.winner,
    units_of: others(moment.units_of),
    free: others(moment.free),
    just: moment.just?.filter(({ by, on }) => by !== gone && on !== gone),
  };
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
