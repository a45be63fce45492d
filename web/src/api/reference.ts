/** What never changes while the page is open; asked for once. */
import { get } from './client';
import type { BackchannelReference, Rulebook } from './types';

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

export const backchannel = once<BackchannelReference>('/rulesets/backchannel');

const books: Record<string, () => Promise<Rulebook>> = {
  backchannel: once('/rules/backchannel'),
  twilight: once('/rules/twilight'),
};

export const rulebook = (book: string) => books[book]?.();
