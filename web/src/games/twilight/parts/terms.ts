/** A term while it is written: one shape for the desk, where players are seats, and for the judge. */
import type {
  Act,
  ActForm,
  Bundle,
  Fragments,
  Hazard,
  Note,
  StepId,
  Term,
  TermForms,
  TwilightReference,
  When,
} from '../api';
import type { Seat } from '../../../api/types';

/** A time that is no single step. */
export type TermSpan = Exclude<When, object>;

export interface TermDraft {
  /** Whom it is owed to, among three players or more. */
  to?: string;
  by: Seat;
  act: Act['act'];
  /** What the act is about. */
  asks: ActForm['asks'];
  goods: Bundle;
  /** Unit, outcome, ability, system, card or words. */
  text: string;
  /** What a card is to bring about. */
  result: string;
  /** Votes, or the cost of what is produced. */
  count: number;
  /** How many units are produced. */
  number: number;
  note: Note | null;
  /** The step to which an ability, a choice or a card belongs. */
  at: StepId | null;
  when: TermSpan | StepId;
  after: Hazard | null;
}

export const actForm = (act: string, { acts }: TermForms) => acts.find((form) => form.act === act) as ActForm;

const wordOf = (when: When): TermSpan | StepId => (typeof when === 'string' ? when : when.at);

/** A new term: a payment has some goods, everything else has the defaults of the form. */
export function draft({ act, asks, when }: ActForm, by: Seat, change: Partial<TermDraft> = {}): TermDraft {
  return {
    by,
    act: act as Act['act'],
    asks,
    goods: asks === 'goods' ? { trade_goods: 1 } : {},
    text: '',
    result: '',
    count: 0,
    number: 1,
    note: null,
    at: null,
    when: wordOf(when),
    after: null,
    ...change,
  };
}

/** Goods that are handed over in a transaction. */
export const gift = (by: Seat, terms: TermForms, goods?: Bundle) =>
  draft(actForm(terms.exchange, terms), by, goods ? { goods } : {});

/** What so many of a unit usually cost; nothing for what the reference does not list. */
export const usualPrice = (unit: string, number: number, { units }: TwilightReference): number | undefined =>
  units.find(({ name }) => name === unit)?.prices[number - 1];

export function tidy(goods: Bundle): Bundle {
  const kept: Bundle = {};
  if (goods.trade_goods) kept.trade_goods = goods.trade_goods;
  if (goods.commodities) kept.commodities = goods.commodities;
  const fragments = Object.entries(goods.fragments ?? {}).filter(([, count]) => count);
  if (fragments.length) kept.fragments = Object.fromEntries(fragments) as Fragments;
  for (const key of LISTS) {
    const words = (goods[key] ?? []).map((word) => word.trim()).filter(Boolean);
    if (words.length) kept[key] = words;
  }
  if (goods.notes?.length) kept.notes = goods.notes;
  const captives = (goods.captives ?? []).filter(({ unit }) => unit.trim());
  if (captives.length) kept.captives = captives;
  return kept;
}

export const LISTS = ['action_cards', 'planets', 'relics', 'secrets', 'technologies', 'other'] as const;
export type ListKey = (typeof LISTS)[number];

/** Whether enough is written for the server to look at it. */
export function isComplete(it: TermDraft): boolean {
  switch (it.asks) {
    case null:
      return true;
    case 'goods':
      return Object.keys(tidy(it.goods)).length > 0;
    case 'note':
      return it.note !== null;
    case 'result':
      return it.text.trim() !== '' && it.result.trim() !== '';
    default:
      return it.text.trim() !== '';
  }
}

function actOf(it: TermDraft): Act {
  const { act, at } = it;
  const text = it.text.trim();
  const note: Note = it.note ?? { issuer: it.by, kind: 'ceasefire' };
  switch (act) {
    case 'transfer':
    case 'pay_back':
      return { act, goods: tidy(it.goods) };
    case 'produce':
      return { act, unit: it.number > 1 ? `${it.number} ${text}` : text, cost: it.count };
    case 'vote':
      return { act, outcome: text, votes: it.count };
    case 'abstain':
    case 'replenish':
    case 'pass':
      return { act };
    case 'use':
    case 'refrain':
      return { act, power: text, at };
    case 'use_note':
    case 'keep_note':
      return { act, note };
    case 'activate':
    case 'leave_alone':
    case 'move_into':
    case 'stay_out':
      return { act, system: text };
    case 'choose':
    case 'avoid':
      return { act, what: text, at };
    case 'research':
      return { act, technology: text };
    case 'score':
      return { act, objective: text };
    case 'play_card':
      return { act, card: text, at };
    case 'card_result':
      return { act, card: text, result: it.result.trim() };
    case 'words':
      return { act, text };
  }
}

export function toTerm(it: TermDraft, { whens }: TermForms): Term {
  const span = whens.find(({ when }) => when === it.when)?.when;
  const term: Term = { by: it.by, act: actOf(it), when: span ?? { at: it.when as StepId } };
  return it.after ? { ...term, after: it.after } : term;
}

/** A term as a draft, for a counter-offer. */
export function fromTerm({ by, act, when, after }: Term, terms: TermForms): TermDraft {
  const it = draft(actForm(act.act, terms), by, { when: wordOf(when), after: after ?? null });
  if ('goods' in act) it.goods = act.goods;
  if ('note' in act) it.note = act.note;
  if ('at' in act) it.at = act.at;
  if (act.act === 'produce') {
    const [, number, unit] = /^(\d+) (.+)$/.exec(act.unit) ?? [];
    [it.text, it.number, it.count] = [unit ?? act.unit, Number(number ?? 1), act.cost];
  } else if (act.act === 'vote') [it.text, it.count] = [act.outcome, act.votes];
  else if (act.act === 'card_result') [it.text, it.result] = [act.card, act.result];
  else if ('power' in act) it.text = act.power;
  else if ('system' in act) it.text = act.system;
  else if ('what' in act) it.text = act.what;
  else if ('technology' in act) it.text = act.technology;
  else if ('objective' in act) it.text = act.objective;
  else if ('card' in act) it.text = act.card;
  else if ('text' in act) it.text = act.text;
  return it;
}
