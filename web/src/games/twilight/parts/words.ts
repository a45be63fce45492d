/** Terms and goods in words, for lists that the server does not spell out. */
import type { Bundle, Note, Term, TwilightReference, UseForm } from '../api';
import type { Seat } from '../../../api/types';
import { fromTerm, HAZARDS, LISTS, verbSpec, WHENS } from './terms';

export interface Names {
  player(seat: Seat): string;
  reference: TwilightReference;
}

export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** "the vote" is a fine end of a sentence, "The vote" a fine beginning, "Vote" a fine label. */
export const label = (words: string) => capital(words.replace(/^(the|a|an) /i, ''));

export const conditionName = (condition: string, { conditions }: TwilightReference) =>
  label(conditions.find(({ id }) => id === condition)?.name ?? condition.replaceAll('_', ' '));

export function noteName(note: Note, names: Names): string {
  const name = names.reference.notes.find(({ id }) => id === note.kind)?.name ?? note.kind;
  return `${names.player(note.issuer)}’s ${name}`;
}

/** What an ability does, what it costs, and when it can be used. */
export function useWords({ text, price, window }: UseForm, reference: TwilightReference): string {
  const costs = [
    price.trade_goods ? plural(price.trade_goods, 'trade good') : '',
    price.influence ? `${price.influence} influence` : '',
  ].filter(Boolean);
  const [first, ...rest] = window;
  const steps = first && rest.length < 3 ? window.map((step) => stepWords(step, reference)).join(', or ') : '';
  const parts = [text, costs.length ? `Costs ${costs.join(' and ')}.` : '', steps ? `In ${steps}.` : ''];
  return parts.filter(Boolean).join(' ');
}

export const stepWords = (step: string, { steps }: TwilightReference) =>
  steps.find(({ id }) => id === step)?.words ?? step.replaceAll('_', ' ');

export function goodsWords(goods: Bundle, names: Names): string {
  const parts: string[] = [];
  if (goods.trade_goods) parts.push(plural(goods.trade_goods, 'trade good'));
  if (goods.commodities) parts.push(plural(goods.commodities, 'commodity', 'commodities'));
  for (const [kind, count] of Object.entries(goods.fragments ?? {})) {
    if (count) parts.push(plural(count as number, `${kind} fragment`));
  }
  for (const note of goods.notes ?? []) parts.push(noteName(note, names));
  for (const { owner, unit } of goods.captives ?? []) parts.push(`${names.player(owner)}’s ${unit}`);
  for (const key of LISTS) parts.push(...(goods[key] ?? []));
  return parts.join(', ') || 'nothing';
}

/** What is done and when, to follow the performer's name. */
export function termWords(term: Term, names: Names): string {
  const it = fromTerm(term);
  const { text, asks } = verbSpec(it.verb);
  const object = {
    goods: () => ` ${goodsWords(it.goods, names)}`,
    note: () => (it.note ? ` ${noteName(it.note, names)}` : ''),
    unit: () => ` ${it.number > 1 ? `${it.number} ` : ''}${it.text} (cost ${it.count})`,
    outcome: () => ` ${it.text}${it.count ? ` with at least ${plural(it.count, 'vote')}` : ''}`,
    result: () => ` ${it.text}: ${it.result}`,
    words: () => `: ${it.text}`,
  };
  const what = asks === null ? '' : asks in object ? object[asks as keyof typeof object]() : ` ${it.text}`;
  const verb = it.verb === 'pay_back' ? 'pays back' : it.verb === 'say' ? 'promises' : text;
  const when =
    it.when === 'now'
      ? ''
      : (WHENS.find(({ value }) => value === it.when)?.text ?? `in ${stepWords(it.when, names.reference)}`);
  const after = HAZARDS.find(({ value }) => value === it.after)?.text ?? '';
  return [verb + what, when, after].filter(Boolean).join(', ');
}
