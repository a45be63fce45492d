/** What never changes while the page is open; asked for once. */
import { get } from './client';
import type { Rulebook, Ruleset } from './types';

const answers = new Map<string, Promise<unknown>>();

export function once<T>(path: string): Promise<T> {
  const answer = answers.get(path) ?? get<T>(path);
  answers.set(path, answer);
  // What failed is asked for again.
  answer.catch(() => answers.delete(path));
  return answer as Promise<T>;
}

export const reference = <T>(ruleset: Ruleset) => once<T>(`/rulesets/${ruleset}`);
export const rulebook = (ruleset: Ruleset) => once<Rulebook>(`/rules/${ruleset}`);
