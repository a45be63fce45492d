/** The worked examples of the rules, as the engine is tested with them. */
import official from '../../../../../crates/twilight/examples/official.json';
import type { Situation } from './situation';

export interface Example extends Situation {
  about: string;
  expect: { class: string; because: string };
}

export interface Chapter {
  title: string;
  examples: Example[];
}

export const OFFICIAL = official as unknown as Example[];

const CHAPTERS: [string, string][] = [
  ['official', 'From the rules'],
  ['transactions', 'Transactions'],
  ['moments', 'The right moment'],
  ['steps', 'Step by step'],
  ['abilities', 'Factions, relics, events'],
  ['leaders', 'Leaders'],
  ['open', 'What the rules leave open'],
];

// Only these: there are many more, and what is not shown need not be shipped.
const files = import.meta.glob<Example[]>(
  '../../../../../crates/twilight/examples/{official,transactions,moments,steps,abilities,leaders,open}.json',
  { import: 'default' },
);

export async function chapters(): Promise<Chapter[]> {
  const found = await Promise.all(
    CHAPTERS.map(async ([name, title]) => {
      const load = Object.entries(files).find(([path]) => path.endsWith(`/${name}.json`))?.[1];
      return { title, examples: load ? await load() : [] };
    }),
  );
  return found.filter(({ examples }) => examples.length > 0);
}
