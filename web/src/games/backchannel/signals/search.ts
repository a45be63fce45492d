/** Templates by any of their words; those that begin with what is sought come first. */
import type { TemplateEntry } from './book';

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

export function matching<T extends Pick<TemplateEntry, 'outline'>>(templates: T[], sought: string): T[] {
  const words = plain(sought).split(/\s+/).filter(Boolean);
  const first = words[0] ?? '';
  return templates
    .filter(({ outline }) => words.every((word) => plain(outline).includes(word)))
    .toSorted((a, b) => Number(plain(b.outline).startsWith(first)) - Number(plain(a.outline).startsWith(first)));
}
