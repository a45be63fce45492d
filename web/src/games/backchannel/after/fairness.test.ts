import { describe, expect, it } from 'vitest';
import older from '../../../../../crates/cli/tests/data/released/table.ndjson?raw';
import file from '../../../../../crates/cli/tests/data/table.ndjson?raw';
import type { Table } from '../../../api/types';
import { bytes, canonical, check, keepSeal, keptSeal, sha256, type Memory } from './fairness';

/** In the file, seat {@link SEAT} of three is a person's who added these bytes; the others are bots. */
const OWN = '5a'.repeat(32);
const header = JSON.parse(file.slice(0, file.indexOf('\n'))) as { commitment: string; secret_commitment: string };
const shown = JSON.parse(file.trimEnd().slice(file.trimEnd().lastIndexOf('\n'))) as { seed: string; secret: string };
const SEAT = 1;

const table = {
  yours: [SEAT],
  seed: shown.seed,
  commitment: header.commitment,
  secret_commitment: header.secret_commitment,
} as Table;
const memory: Memory = { commitment: header.commitment, secretCommitment: header.secret_commitment, bytes: [OWN] };
const other = '07'.repeat(32);

describe('a game', () => {
  it('is fair from end to end', async () => {
    expect(await check(file, table, memory)).toEqual({
      older: false,
      secret: 'yes',
      own: 'yes',
      seed: 'yes',
      setup: 'yes',
      seal: 'yes',
    });
  });
  it('is fair as far as the server is believed, where nothing was kept', async () => {
    const nothing = { commitment: null, secretCommitment: null, bytes: [] };
    expect(await check(file, table, nothing)).toEqual({
      older: false,
      secret: 'yes',
      own: 'unknown',
      seed: 'yes',
      setup: 'yes',
      seal: 'yes',
    });
    expect((await check(file, { ...table, yours: [] }, memory)).own).toBe('unknown');
  });
  it('shows a server that changed its secret', async () => {
    expect((await check(file, table, { ...memory, secretCommitment: other })).secret).toBe('no');
  });
  it('shows a server that left out what was added here, or gave the seat to somebody else', async () => {
    expect((await check(file, table, { ...memory, bytes: [other] })).own).toBe('no');
    expect((await check(file, { ...table, yours: [0] }, memory)).own).toBe('no');
    const silenced = file.replace(`"${OWN}"`, 'null');
    expect(await check(silenced, table, memory)).toMatchObject({ own: 'no', seed: 'no' });
  });
  it('shows another seed than the one of the secret and the bytes', async () => {
    const forged = file.replaceAll(shown.seed, other);
    expect(await check(forged, { ...table, seed: other }, memory)).toMatchObject({ seed: 'no', seal: 'no' });
  });
  it('shows a set-up that was changed after the start', async () => {
    const forged = file.replace('"fog":true', '"fog":false');
    expect(forged).not.toBe(file);
    expect(await check(forged, table, memory)).toMatchObject({ setup: 'no', seed: 'yes' });
  });
  it('shows another seal than the one from the start', async () => {
    expect((await check(file, table, { ...memory, commitment: other })).seal).toBe('no');
  });
});

describe('a game of the first release', () => {
  const commitment = /"commitment":"(\w+)"/.exec(older)?.[1] ?? '';
  it('is checked as far as its seal goes', async () => {
    const found = await check(
      older,
      { ...table, commitment, secret_commitment: null },
      { commitment, secretCommitment: null, bytes: [] },
    );
    expect(found).toEqual({
      older: true,
      secret: 'unknown',
      own: 'unknown',
      seed: 'yes',
      setup: 'unknown',
      seal: 'yes',
    });
  });
  it('shows a seed that was not sealed', async () => {
    const found = await check(older, table, { commitment: other, secretCommitment: null, bytes: [] });
    expect(found).toMatchObject({ older: true, seed: 'no', seal: 'no' });
  });
});

describe('fairness', () => {
  it('works out the SHA-256 of bytes', async () => {
    expect([...bytes('00ff10')]).toEqual([0, 255, 16]);
    expect(await sha256()).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(await sha256(bytes('61'), bytes('6263'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
  it('writes JSON as RFC 8785 says', () => {
    const sample = '{"b":[1E30,4.50,2e-3,400.0],"a":"\\u20ac$\\u000F\\u000aA\\u0022","":{"z":null,"y":true}}';
    expect(canonical(JSON.parse(sample))).toBe(
      '{"":{"y":true,"z":null},"a":"€$\\u000f\\nA\\"","b":[1e+30,4.5,0.002,400]}',
    );
  });
  it('remembers the first seal it saw', () => {
    keepSeal('t', 'aa');
    keepSeal('t', 'bb');
    expect(keptSeal('t')).toBe('aa');
  });
});
