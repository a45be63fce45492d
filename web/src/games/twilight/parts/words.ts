/** Small words around what the server says. */
import type { Answered, AnswerLine, Class, Note, TwilightReference, UseForm } from '../api';
import type { Seat } from '../../../api/types';
import { count } from '../../../lib/time';

export interface Names {
  player(seat: Seat): string;
  reference: TwilightReference;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** "the vote" is a fine end of a sentence, "The vote" a fine beginning, "Vote" a fine label. */
export const label = (words: string) => capital(words.replace(/^(the|a|an) /i, ''));

export const conditionName = (condition: string, { conditions }: TwilightReference) =>
  label(conditions.find(({ id }) => id === condition)?.name ?? condition.replaceAll('_', ' '));

/** What a verdict is called. */
export const className = (found: Class, { classes }: TwilightReference) =>
  capital(classes.find(({ id }) => id === found)?.words ?? found);

export const ANSWERS: Record<Answered, string> = {
  yes: 'Yes',
  no: 'No',
  in_part: 'In part',
  open: 'Open',
  not_judged: 'Not judged',
};
export const answerWords = (line: AnswerLine | undefined) => (line ? `${line.question} ${ANSWERS[line.answer]}.` : '');

/** The faction that is written as the reference has it; other spellings are the judge's to read. */
export const factionOf = (written: string | undefined, { factions }: TwilightReference) =>
  factions.find(({ id, short, name }) => [id, short, name].includes(written ?? ''));

export function noteName(note: Note, names: Names): string {
  const name = names.reference.notes.find(({ id }) => id === note.kind)?.name ?? note.kind;
  return `${names.player(note.issuer)}’s ${name}`;
}

/** What an ability does, what it costs, and when it can be used. */
export function useWords({ text, price, window }: UseForm, reference: TwilightReference): string {
  const costs = [
    price.trade_goods ? count(price.trade_goods, 'trade good') : '',
    price.influence ? `${price.influence} influence` : '',
  ].filter(Boolean);
  const [first, ...rest] = window;
  const steps = first && rest.length < 3 ? window.map((step) => stepWords(step, reference)).join(', or ') : '';
  const parts = [text, costs.length ? `Costs ${costs.join(' and ')}.` : '', steps ? `In ${steps}.` : ''];
  return parts.filter(Boolean).join(' ');
}

export const stepWords = (step: string, { steps }: TwilightReference) =>
  steps.find(({ id }) => id === step)?.words ?? step.replaceAll('_', ' ');
