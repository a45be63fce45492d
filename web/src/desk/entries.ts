/** What may be entered into the books, and what each entry asks for. */
import type { Entry } from '../api/twilight';

export type FieldKind = 'number' | 'text' | 'fragments' | 'ability' | 'technology' | 'planet' | 'captive';

export interface EntrySpec {
  entry: Entry['entry'];
  text: string;
  group: 'Goods' | 'Cards' | 'Fragments and relics' | 'Board' | 'Technology and leaders';
  fields: { name: string; kind: FieldKind; label: string }[];
}

/** An entry while it is written: each field by its name. */
export type EntryDraft = Pick<Entry, 'entry'> & Record<string, unknown>;

const number = (name: string, label: string) => ({ name, kind: 'number' as const, label });
const text = (name: string, label: string) => ({ name, kind: 'text' as const, label });
const fragments = { name: 'fragments', kind: 'fragments' as const, label: 'Fragments' };
const ability = { name: 'ability', kind: 'ability' as const, label: 'Technology, leader or breakthrough' };
const captive = { name: 'captive', kind: 'captive' as const, label: 'Unit' };

export const ENTRIES: EntrySpec[] = [
  { entry: 'gain_goods', text: 'Gain trade goods', group: 'Goods', fields: [number('count', 'Trade goods')] },
  { entry: 'spend_goods', text: 'Spend trade goods', group: 'Goods', fields: [number('count', 'Trade goods')] },
  { entry: 'replenish', text: 'Replenish commodities', group: 'Goods', fields: [] },
  { entry: 'gain_commodities', text: 'Gain commodities', group: 'Goods', fields: [number('count', 'Commodities')] },
  {
    entry: 'convert',
    text: 'Turn commodities into trade goods',
    group: 'Goods',
    fields: [number('count', 'Commodities')],
  },
  {
    entry: 'ready',
    text: 'Planets that are ready',
    group: 'Goods',
    fields: [number('resources', 'Resources'), number('influence', 'Influence')],
  },
  { entry: 'points', text: 'Victory points', group: 'Goods', fields: [number('points', 'Points in all')] },
  {
    entry: 'initiative',
    text: 'Strategy cards and initiative',
    group: 'Goods',
    fields: [number('number', 'Initiative'), number('strategy_cards', 'Strategy cards to use')],
  },
  { entry: 'draw', text: 'Draw an action card', group: 'Cards', fields: [text('card', 'Action card')] },
  { entry: 'discard', text: 'Discard an action card', group: 'Cards', fields: [text('card', 'Action card')] },
  { entry: 'draw_secret', text: 'Draw a secret objective', group: 'Cards', fields: [text('card', 'Secret objective')] },
  {
    entry: 'return_secret',
    text: 'Return a secret objective',
    group: 'Cards',
    fields: [text('card', 'Secret objective')],
  },
  {
    entry: 'score_secret',
    text: 'Score a secret objective',
    group: 'Cards',
    fields: [text('card', 'Secret objective')],
  },
  { entry: 'gain_fragments', text: 'Gain fragments', group: 'Fragments and relics', fields: [fragments] },
  { entry: 'purge_fragments', text: 'Purge fragments', group: 'Fragments and relics', fields: [fragments] },
  {
    entry: 'make_relic',
    text: 'Purge fragments for a relic',
    group: 'Fragments and relics',
    fields: [fragments, text('relic', 'Relic')],
  },
  { entry: 'gain_relic', text: 'Gain a relic', group: 'Fragments and relics', fields: [text('relic', 'Relic')] },
  { entry: 'lose_relic', text: 'Lose a relic', group: 'Fragments and relics', fields: [text('relic', 'Relic')] },
  { entry: 'gain_ability', text: 'Bring into use', group: 'Technology and leaders', fields: [ability] },
  { entry: 'lose_ability', text: 'Lose the use of', group: 'Technology and leaders', fields: [ability] },
  {
    entry: 'gain_technology',
    text: 'Research a technology',
    group: 'Technology and leaders',
    fields: [{ name: 'technology', kind: 'technology', label: 'Technology' }],
  },
  {
    entry: 'lose_technology',
    text: 'Lose a technology',
    group: 'Technology and leaders',
    fields: [text('name', 'Technology')],
  },
  {
    entry: 'hold_planet',
    text: 'Control a planet that can be traded',
    group: 'Board',
    fields: [{ name: 'planet', kind: 'planet', label: 'Planet' }],
  },
  { entry: 'lose_planet', text: 'Lose such a planet', group: 'Board', fields: [text('name', 'Planet')] },
  { entry: 'stations', text: 'Space stations', group: 'Board', fields: [number('count', 'Stations under control')] },
  { entry: 'capture', text: 'Capture a unit', group: 'Board', fields: [captive] },
  { entry: 'free_captive', text: 'Let a captured unit go', group: 'Board', fields: [captive] },
];

/** An entry to begin with. */
export function blank({ entry, fields }: EntrySpec, seat: number): EntryDraft {
  const value = (kind: FieldKind): unknown =>
    ({
      number: 1,
      text: '',
      fragments: { cultural: 1 },
      ability: '',
      technology: { name: '', of_faction: false },
      planet: { name: '', demilitarized: false, pride_of_kenara: false },
      captive: { owner: seat === 0 ? 1 : 0, unit: '' },
    })[kind];
  return { entry, ...Object.fromEntries(fields.map(({ name, kind }) => [name, value(kind)])) };
}
