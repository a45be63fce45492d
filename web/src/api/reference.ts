/** What never changes while the page is open; asked for once. */
import { get } from './client';
import { numbered } from './signals';
import type { BackchannelReference, Rulebook, Ruleset, Schemas } from './types';

function once<T>(path: string): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= get<T>(path).catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}

const asked = once<Schemas['BackchannelReference']>('/rulesets/backchannel');
let reference: Promise<BackchannelReference> | undefined;

export function backchannel(): Promise<BackchannelReference> {
  reference ??= asked().then(
    (found) => ({ ...found, signals: { en: numbered(found.signals.en), de: numbered(found.signals.de) } }),
    (error: unknown) => {
      reference = undefined;
      throw error;
    },
  );
  return reference;
}

const books = new Map<string, () => Promise<Rulebook>>();

export function rulebook(book: Ruleset): Promise<Rulebook> {
  const asked = books.get(book) ?? once<Rulebook>(`/rules/${book}`);
  books.set(book, asked);
  return asked();
}
