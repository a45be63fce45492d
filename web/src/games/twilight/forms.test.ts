import { describe, expect, it } from 'vitest';
import schema from '../../api/schema.json';
import { draft, toTerm } from './parts/terms';
import { terms } from './test/desk';

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
  import.meta.glob<string>(['./{parts,desk,galaxy}/*.svelte', './desk/powers.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).join('\n');

describe('the desk', () => {
  it('has a form for every command', () => {
    // Some are made of a form, the others are sent as the server lists them.
    const has = (type: string) => sources.includes(`type: '${type}'`) || sources.includes(`can('${type}')`);
    // The server writes this one, from the report that a form brings.
    const brought = (type: string) => type === 'sync' && sources.includes('importReport(');
    const missing = names('Command', 'type').filter((type) => !has(type) && !brought(type));
    expect(missing).toEqual([]);
  });

  it('has every act', () => {
    const acts = terms.acts.map((form) => toTerm(draft(form, 0), terms).act.act);
    expect(acts.sort()).toEqual(names('Act', 'act').sort());
  });

  it('can ask for every kind of field that a form may have', () => {
    const kinds = choices('FieldKind').flatMap((it) => it.enum ?? [it.const as string]);
    expect(kinds.length).toBeGreaterThan(10);
    const asks = ['=== ', 'of('].flatMap((how) => kinds.map((kind) => [kind, `${how}'${kind}'`] as const));
    const drawn = new Set(asks.filter(([, code]) => sources.includes(code)).map(([kind]) => kind));
    // These are a name with the ticks that the form has for it.
    expect(kinds.filter((kind) => !drawn.has(kind)).sort()).toEqual(['planet', 'technology']);
  });
});
