import { describe, expect, it } from 'vitest';
import schema from '../api/schema.json';
import { ENTRIES } from './entries';
import { LAYS, laid } from './galaxy/features';
import { POWERS } from './powers';
import { draft, toTerm, VERBS } from './terms';
import { galaxy } from './test/galaxy';
import { conditionName } from './words';

interface Choice {
  const?: string;
  enum?: string[];
  properties?: Record<string, { const?: string }>;
}
const choices = (name: string) =>
  (schema.components.schemas as unknown as Record<string, { oneOf: Choice[] }>)[name]!.oneOf;
/** The names that one shape of the server's document can go by. */
const names = (name: string, tag: string) => choices(name).map(({ properties }) => properties?.[tag]?.const as string);
const sources = Object.values(
  import.meta.glob<string>(['./**/*.svelte', './powers.ts'], { query: '?raw', import: 'default', eager: true }),
).join('\n');

describe('the desk', () => {
  it('has a form for every command', () => {
    // Steps and notes are given as the server lists them.
    const listed: Record<string, string> = { advance: "can('advance')", play_note: "can('play_note')" };
    const missing = names('Command', 'type').filter((type) => !sources.includes(listed[type] ?? `type: '${type}'`));
    expect(missing).toEqual([]);
  });

  it('has every entry of the books, every effect, every feature and every act', () => {
    expect(ENTRIES.map(({ entry }) => entry).sort()).toEqual(names('Entry', 'entry').sort());
    const effects = POWERS.filter(({ group }) => group !== 'Opens a transaction').map(({ id }) => id);
    expect(effects.sort()).toEqual(names('Effect', 'effect').sort());
    const features = LAYS.flatMap(({ lays }) => lays.map(({ lay }) => laid(lay, galaxy([]), 'here', 'there').feature));
    expect([...new Set(features)].sort()).toEqual(names('Feature', 'feature').sort());
    const acts = VERBS.map(({ verb }) => toTerm(draft(0, verb)).act.act);
    expect(acts.sort()).toEqual(names('Act', 'act').sort());
  });

  it('calls every condition by its name', () => {
    const conditions = choices('Condition').map((it) => it.const as string);
    expect(conditions.length).toBeGreaterThan(0);
    for (const condition of conditions) expect(conditionName(condition)).toMatch(/^[A-Z]/);
    expect(conditionName('iihq_modernization')).toBe('I.I.H.Q. Modernization');
  });
});
