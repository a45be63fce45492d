/** Terms and goods in words, for lists that the server does not spell out. */
import type { Bundle, Note, Term, TwilightReference } from '../api/twilight';
import type { Seat } from '../api/types';
import { fromTerm, HAZARDS, LISTS, verbSpec, WHENS } from './terms';

export interface Names {
  player(seat: Seat): string;
  reference: TwilightReference;
}

export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** "the vote" is a fine end of a sentence, "The vote" a fine beginning, "Vote" a fine label. */
export const label = (words: string) => capital(words.replace(/^(the|a|an) /, ''));

const CONDITIONS: Record<string, string> = {
  age_of_commerce: 'Age of Commerce',
  hidden_agenda: 'Hidden Agenda',
  minister_of_commerce: 'Minister of Commerce',
  agenda_phase: 'Agenda phase',
  wormhole_reconstruction: 'Wormhole Reconstruction',
  lost_star_chart: 'Lost Star Chart',
  lazax_gate_folding: 'Lazax Gate Folding',
  iihq_modernization: 'I.I.H.Q. Modernization',
};
export const conditionName = (condition: string) => CONDITIONS[condition] ?? capital(condition.replaceAll('_', ' '));

export function noteName(note: Note, names: Names): string {
  const name = names.reference.notes.find(({ id }) => id === note.kind)?.name ?? note.kind;
  return `${names.player(note.issuer)}’s ${name}`;
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
    unit: () => ` ${it.text} (cost ${it.count})`,
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
