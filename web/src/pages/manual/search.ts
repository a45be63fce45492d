import type { Rulebook } from '../../api/types';

type Section = Rulebook['sections'][number];

const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').toLowerCase();

/** The sections with the clauses that have every word that is sought, by number or in their text. */
export function find(sections: Section[], sought: string): Section[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  const has = ({ id, text }: Section['clauses'][number]) => {
    const all = `${id.toLowerCase()} ${plain(text)}`;
    return words.every((word) => all.includes(word));
  };
  return sections
    .map((section) => ({ ...section, clauses: section.clauses.filter(has) }))
    .filter(({ clauses }) => clauses.length > 0);
}
