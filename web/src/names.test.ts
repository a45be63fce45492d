import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(['./**/*.ts', './**/*.svelte', '!./api/wire.ts', '!./**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const EXPORTED = /^ *export (?:abstract |async )*(?:const|let|function|class|interface|type|enum) (\w+)/gm;

/** A component is exported under the name of its file; what else it exports stands in its module script. */
function exported(path: string, text: string): string[] {
  if (!path.endsWith('.svelte')) return [...text.matchAll(EXPORTED)].map(([, name]) => name as string);
  const module = /<script module[^]*?<\/script>/.exec(text)?.[0] ?? '';
  const component = path.split('/').at(-1)?.replace('.svelte', '') as string;
  return [component, ...[...module.matchAll(EXPORTED)].map(([, name]) => name as string)];
}

it('an exported name has one meaning', () => {
  const homes = new Map<string, string[]>();
  for (const [path, text] of Object.entries(sources)) {
    for (const name of exported(path, text)) homes.set(name, [...(homes.get(name) ?? []), path]);
  }
  expect(homes.size).toBeGreaterThan(300);
  const shared = [...homes].filter(([, paths]) => paths.length > 1);
  expect(shared).toEqual([]);
});
