/** The words of signals. Parts are named by their place in their list; lists get filtered, so each keeps its place. */
import type { Language, Schemas } from '../../../api/types';
import type { WordEntry } from '../api';

export type TemplateEntry = Schemas['TemplateEntry'] & { template: number };
export type ConjunctionEntry = Schemas['ConjunctionEntry'] & { conjunction: number };
export type ReactionEntry = WordEntry & { reaction: number };

export interface SignalBook {
  templates: TemplateEntry[];
  conjunctions: ConjunctionEntry[];
  reactions: ReactionEntry[];
  concepts: WordEntry[];
  agreements: WordEntry[];
}

export type SignalBooks = Record<Language, SignalBook>;

export function numbered(book: Schemas['SignalBook']): SignalBook {
  return {
    ...book,
    templates: book.templates.map((entry, template) => ({ ...entry, template })),
    conjunctions: book.conjunctions.map((entry, conjunction) => ({ ...entry, conjunction })),
    reactions: book.reactions.map((entry, reaction) => ({ ...entry, reaction })),
  };
}
