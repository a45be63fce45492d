/** A term while it is written: one shape for the desk, where players are seats, and for the judge. */
import type { Act, Bundle, Fragments, Hazard, Note, StepId, Term, TwilightReference, When } from '../api';
import type { Seat } from '../../../api/types';

export type Verb =
  | 'give'
  | 'pay_back'
  | 'produce'
  | 'vote'
  | 'abstain'
  | 'use'
  | 'use_note'
  | 'activate'
  | 'move_into'
  | 'choose'
  | 'replenish'
  | 'pass'
  | 'play'
  | 'result'
  | 'do_not_use'
  | 'do_not_use_note'
  | 'do_not_activate'
  | 'do_not_move_into'
  | 'say';

/** What a verb asks for beside the performer. */
export type Asks =
  'goods' | 'unit' | 'outcome' | 'power' | 'note' | 'system' | 'what' | 'card' | 'result' | 'words' | null;

export interface VerbSpec {
  verb: Verb;
  text: string;
  asks: Asks;
  group: 'Hands over' | 'Does' | 'Leaves alone' | 'Says';
}

export const VERBS: VerbSpec[] = [
  { verb: 'give', text: 'gives', asks: 'goods', group: 'Hands over' },
  { verb: 'pay_back', text: 'pays back later', asks: 'goods', group: 'Hands over' },
  { verb: 'produce', text: 'produces', asks: 'unit', group: 'Does' },
  { verb: 'vote', text: 'votes', asks: 'outcome', group: 'Does' },
  { verb: 'abstain', text: 'abstains', asks: null, group: 'Does' },
  { verb: 'use', text: 'uses', asks: 'power', group: 'Does' },
  { verb: 'use_note', text: 'plays the note', asks: 'note', group: 'Does' },
  { verb: 'activate', text: 'activates', asks: 'system', group: 'Does' },
  { verb: 'move_into', text: 'moves ships into', asks: 'system', group: 'Does' },
  { verb: 'choose', text: 'chooses', asks: 'what', group: 'Does' },
  { verb: 'replenish', text: 'replenishes the other with Trade', asks: null, group: 'Does' },
  { verb: 'pass', text: 'passes', asks: null, group: 'Does' },
  { verb: 'play', text: 'plays the action card', asks: 'card', group: 'Does' },
  { verb: 'result', text: 'gets a result with an action card', asks: 'result', group: 'Does' },
  { verb: 'do_not_use', text: 'does not use', asks: 'power', group: 'Leaves alone' },
  { verb: 'do_not_use_note', text: 'does not play the note', asks: 'note', group: 'Leaves alone' },
  { verb: 'do_not_activate', text: 'does not activate', asks: 'system', group: 'Leaves alone' },
  { verb: 'do_not_move_into', text: 'moves no ships into', asks: 'system', group: 'Leaves alone' },
  { verb: 'say', text: 'promises in words', asks: 'words', group: 'Says' },
];

export const verbSpec = (verb: Verb) => VERBS.find((spec) => spec.verb === verb) as VerbSpec;

/** A time that is no single step. */
export type Span = Exclude<When, object>;

export const WHENS: { value: Span; text: string }[] = [
  { value: 'now', text: 'now, in this step' },
  { value: 'this_turn', text: 'this turn' },
  { value: 'this_agenda', text: 'this agenda' },
  { value: 'this_phase', text: 'this phase' },
  { value: 'this_round', text: 'this round' },
  { value: 'next_turn', text: 'on the next turn' },
  { value: 'next_agenda', text: 'on the next agenda' },
  { value: 'next_round', text: 'next round' },
  { value: 'some_day', text: 'some day' },
];

export const HAZARDS: { value: Hazard; text: string }[] = [
  { value: 'dice', text: 'after dice' },
  { value: 'hidden_draw', text: 'after a hidden draw' },
  { value: 'another_player', text: 'after another player’s decision' },
  { value: 'cancel_window', text: 'unless it is cancelled' },
];

export interface Draft {
  by: Seat;
  verb: Verb;
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
  when: Span | StepId;
  after: Hazard | null;
}

export const draft = (by: Seat, verb: Verb = 'give', change: Partial<Draft> = {}): Draft => ({
  by,
  verb,
  goods: verb === 'give' || verb === 'pay_back' ? { trade_goods: 1 } : {},
  text: '',
  result: '',
  count: 0,
  number: 1,
  note: null,
  at: null,
  when: verb === 'pay_back' ? 'next_round' : 'now',
  after: null,
  ...change,
});

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

const isSpan = (word: Span | StepId): word is Span => WHENS.some(({ value }) => value === word);

/** Whether enough is written for the server to look at it. */
export function isComplete(it: Draft): boolean {
  switch (verbSpec(it.verb).asks) {
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

function actOf(it: Draft): Act {
  const { at } = it;
  const text = it.text.trim();
  const note: Note = it.note ?? { issuer: it.by, kind: 'ceasefire' };
  switch (it.verb) {
    case 'give':
      return { act: 'transfer', goods: tidy(it.goods) };
    case 'pay_back':
      return { act: 'pay_back', goods: tidy(it.goods) };
    case 'produce':
      return { act: 'produce', unit: it.number > 1 ? `${it.number} ${text}` : text, cost: it.count };
    case 'vote':
      return { act: 'vote', outcome: text, votes: it.count };
    case 'abstain':
      return { act: 'abstain' };
    case 'replenish':
      return { act: 'replenish' };
    case 'pass':
      return { act: 'pass' };
    case 'use':
      return { act: 'use', power: text, at };
    case 'do_not_use':
      return { act: 'refrain', power: text, at };
    case 'use_note':
      return { act: 'use_note', note };
    case 'do_not_use_note':
      return { act: 'keep_note', note };
    case 'activate':
      return { act: 'activate', system: text };
    case 'do_not_activate':
      return { act: 'leave_alone', system: text };
    case 'move_into':
      return { act: 'move_into', system: text };
    case 'do_not_move_into':
      return { act: 'stay_out', system: text };
    case 'choose':
      return { act: 'choose', what: text, at };
    case 'play':
      return { act: 'play_card', card: text, at };
    case 'result':
      return { act: 'card_result', card: text, result: it.result.trim() };
    case 'say':
      return { act: 'words', text };
  }
}

export function toTerm(it: Draft): Term {
  const when: When = isSpan(it.when) ? it.when : { at: it.when };
  const term: Term = { by: it.by, act: actOf(it), when };
  return it.after ? { ...term, after: it.after } : term;
}

const VERB_OF: Record<Act['act'], Verb> = {
  transfer: 'give',
  pay_back: 'pay_back',
  produce: 'produce',
  vote: 'vote',
  abstain: 'abstain',
  replenish: 'replenish',
  pass: 'pass',
  use: 'use',
  refrain: 'do_not_use',
  use_note: 'use_note',
  keep_note: 'do_not_use_note',
  activate: 'activate',
  leave_alone: 'do_not_activate',
  move_into: 'move_into',
  stay_out: 'do_not_move_into',
  choose: 'choose',
  play_card: 'play',
  card_result: 'result',
  words: 'say',
};

/** A term as a draft, for a counter-offer. */
export function fromTerm({ by, act, when, after }: Term): Draft {
  const it = draft(by, VERB_OF[act.act], {
    when: typeof when === 'string' ? when : when.at,
    after: after ?? null,
  });
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
  else if ('card' in act) it.text = act.card;
  else if ('text' in act) it.text = act.text;
  return it;
}
