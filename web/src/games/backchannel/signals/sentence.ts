/** A signal in the making: which parts it has, which may come next. The server says how it reads. */
import type { ConjunctionEntry, SignalBook, TemplateEntry } from './book';
import type { Phrase, Signal, Word } from '../api';

export interface Half {
  template: number | null;
  word: Word | null;
}

export interface SignalDraft {
  first: Half;
  by: number | null;
  second: Half;
}

export const blankSignal = (): SignalDraft => ({
  first: { template: null, word: null },
  by: null,
  second: { template: null, word: null },
});

const entry = (book: SignalBook, half: Half): TemplateEntry | undefined =>
  half.template === null ? undefined : book.templates[half.template];

/** Whether a half says something. */
export function whole(book: SignalBook, half: Half): boolean {
  const template = entry(book, half);
  if (!template) return false;
  return template.slot.length === 0 || template.optional || half.word !== null;
}

export function conjunctions(book: SignalBook, first: Half): ConjunctionEntry[] {
  const may = entry(book, first)?.conjunctions ?? [];
  return book.conjunctions.filter(({ conjunction }) => may.includes(conjunction));
}

export function followers(book: SignalBook, by: number | null): TemplateEntry[] {
  const may = by === null ? [] : (book.conjunctions[by]?.templates ?? []);
  return book.templates.filter(({ template }) => may.includes(template));
}

const phrase = ({ template, word }: Half): Phrase => ({ template: template ?? 0, filler: word });

/** The signal as it would be sent; nothing while it is not a sentence. */
export function signal(book: SignalBook, draft: SignalDraft): Signal | null {
  if (!whole(book, draft.first)) return null;
  const first = phrase(draft.first);
  if (draft.by === null) return { first, then: null };
  if (!whole(book, draft.second)) return null;
  return { first, then: { by: draft.by, phrase: phrase(draft.second) } };
}

/** What is there so far, with `…` for what is missing. */
export function outline(book: SignalBook, draft: SignalDraft, wordOf: (word: Word) => string): string {
  const half = (part: Half) => {
    const template = entry(book, part);
    if (!template) return '…';
    return part.word ? template.outline.replace('…', wordOf(part.word)) : template.outline;
  };
  const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
  const first = half(draft.first);
  const by = draft.by === null ? undefined : book.conjunctions[draft.by];
  return by ? `${first} ${by.text.trim().replace(/^,\s*/, '')} ${lower(half(draft.second))}` : first;
}
