import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Table } from '../api/types';
import { kept } from './entropy';
import { addMissing, playQuick, sitDown } from './sitting';

interface Asked {
  path: string;
  body: { entropy?: string; start?: boolean };
}
let asked: Asked[] = [];
let answers: (Partial<Table> | number)[] = [];

beforeEach(() => {
  localStorage.clear();
  asked = [];
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string }) => {
    asked.push({ path: path.replace('/api/v1', ''), body: JSON.parse(body ?? '{}') as Asked['body'] });
    const answer = answers.shift() ?? {};
    if (answer === 0) return Promise.reject(new TypeError('away'));
    const status = typeof answer === 'number' ? answer : 200;
    return Promise.resolve(
      new Response(JSON.stringify(status === 200 ? answer : { detail: 'No.', status }), { status }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

let count = 0;
const gathering = (changed: Partial<Table> = {}) => {
  const seats = [
    { seat: 0, yours: true },
    { seat: 1, yours: false },
  ] as Table['seats'];
  return { id: `t${++count}`, ruleset: 'backchannel', secret_commitment: 'aa', seats, ...changed } as Table;
};

it('whoever sits down adds bytes of their own and keeps them with the seal they saw', async () => {
  const table = gathering();
  await sitDown(table, 1, 'code');
  const entropy = asked[0]?.body.entropy ?? '';
  expect(entropy).toMatch(/^[0-9a-f]{64}$/);
  expect(kept(table.id)).toEqual({ commitment: 'aa', bytes: [entropy] });
  await sitDown({ ...table, secret_commitment: 'bb' }, 1);
  expect(asked[1]?.body.entropy).not.toBe(entropy);
  expect(kept(table.id)).toEqual({ commitment: 'aa', bytes: [entropy, asked[1]?.body.entropy] });
});

it('adds nothing where no seal was shown', async () => {
  const table = gathering({ secret_commitment: null });
  await sitDown(table, 1);
  await addMissing(table);
  expect(kept(table.id)).toBeNull();
  expect(asked.map(({ body }) => body.entropy)).toEqual([undefined]);
});

it('bytes that were refused are forgotten, and those that may have arrived are kept', async () => {
  const table = gathering();
  answers = [409, 0];
  await expect(sitDown(table, 1)).rejects.toThrow('No.');
  expect(kept(table.id)?.bytes).toEqual([]);
  await expect(sitDown(table, 1)).rejects.toThrow();
  expect(kept(table.id)?.bytes).toEqual([asked[1]?.body.entropy]);
});

it('a seat that one holds without bytes gets them once', async () => {
  const table = gathering();
  await Promise.all([addMissing(table), addMissing(table)]);
  await addMissing(table);
  expect(asked.map(({ path }) => path)).toEqual([`/tables/${table.id}/seats/0/entropy`]);
});

it('a quick game waits for the seal before it gets its bytes', async () => {
  const table = gathering();
  answers = [table];
  await playQuick({ seats: 3 });
  expect(asked.map(({ path }) => path)).toEqual([
    '/quick',
    `/tables/${table.id}/seats/0/entropy`,
    `/tables/${table.id}/start`,
  ]);
  expect(asked[0]?.body).toEqual({ seats: 3, start: false });
  expect(kept(table.id)?.bytes).toEqual([asked[1]?.body.entropy]);
});
