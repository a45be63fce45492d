/** Whether a finished game can be believed: everything that its file claims is worked out again here. */
import type { Seat, Table } from '../../../api/types';
import { hex } from '../../../lobby/entropy';

export function bytes(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: digits.length / 2 }, (_, place) =>
    parseInt(digits.slice(place * 2, place * 2 + 2), 16),
  );
}

const utf8 = (text: string) => new TextEncoder().encode(text);

export async function sha256(...parts: Uint8Array[]): Promise<string> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', whole)));
}

/** JSON in its one canonical form (RFC 8785). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([field, inner]) => `${JSON.stringify(field)}:${canonical(inner)}`).join(',')}}`;
}

type Hashes = string | { [field: string]: Hashes };

async function hashed(value: unknown, depth: number): Promise<Hashes> {
  const opened = depth > 0 && value !== null && typeof value === 'object' && !Array.isArray(value);
  if (!opened || Object.keys(value).length === 0) return sha256(utf8(canonical(value)));
  const fields = Object.entries(value).map(async ([field, inner]) => [field, await hashed(inner, depth - 1)] as const);
  return Object.fromEntries(await Promise.all(fields));
}

interface Header {
  format: number;
  secret_commitment?: string;
  shuffled?: boolean;
  hashes: Hashes;
  commitment: string;
}

/** A hash in the place of every value of the header that was agreed before play. */
async function hashesOf({ format: _, hashes: __, commitment: ___, ...agreed }: Header): Promise<Hashes> {
  return hashed(agreed, 3);
}

const added = (entropy: string | null) =>
  entropy === null ? [new Uint8Array([0])] : [new Uint8Array([1]), bytes(entropy)];

/** Where the holder of each seat sat before the seed shuffled them. */
async function seating(seed: string, seats: number): Promise<Seat[]> {
  const places = Array.from({ length: seats }, async (_, place) => {
    const order = await sha256(utf8('parley/seating/1'), bytes(seed), new Uint8Array([place]));
    return { place, order };
  });
  return (await Promise.all(places)).sort((one, other) => (one.order < other.order ? -1 : 1)).map(({ place }) => place);
}

/** What somebody remembers of the table; without it there is only the server's word. */
export interface Memory {
  /** The seal of the server's secret, from before the bytes were sent. */
  secretCommitment: string | null;
  /** The seal of the game, from while it was played. */
  commitment: string | null;
  /** What was added to the seed from here. */
  bytes: string[];
}

export type Answer = 'yes' | 'no' | 'unknown';

/** What was found; `unknown` where nothing is there to compare with. */
export interface Findings {
  /** The first release sealed the seed alone, which the server drew by itself. */
  older: boolean;
  secret: Answer;
  own: Answer;
  seed: Answer;
  setup: Answer;
  seal: Answer;
}

const answer = (holds: boolean): Answer => (holds ? 'yes' : 'no');

async function own(
  table: Table,
  header: Header,
  shown: { seed: string; entropy: (string | null)[] },
  mine: string[],
): Promise<Answer> {
  if (table.yours.length === 0 || mine.length === 0) return 'unknown';
  const seats = shown.entropy.length;
  const places = header.shuffled ? await seating(shown.seed, seats) : Array.from({ length: seats }, (_, seat) => seat);
  const found = table.yours.every((seat) => mine.includes(shown.entropy[places[seat] ?? -1] ?? ''));
  return answer(found);
}

/** Works out again what the replay file claims, and holds it against what is remembered. */
export async function check(file: string, table: Table, memory: Memory): Promise<Findings> {
  const lines = file.trimEnd().split('\n');
  const header = JSON.parse(lines[0] ?? '{}') as Header;
  const shown = JSON.parse(lines.at(-1) ?? '{}') as { seed: string; secret: string; entropy: (string | null)[] };
  const seal = memory.commitment ?? table.commitment;
  const seed = bytes(shown.seed);
  if (header.format === 1) {
    const intact = answer((await sha256(seed)) === seal);
    return { older: true, secret: 'unknown', own: 'unknown', seed: intact, setup: 'unknown', seal: intact };
  }
  const secret = bytes(shown.secret);
  const promised = memory.secretCommitment ?? table.secret_commitment;
  const mixed = await sha256(utf8('parley/seed/1'), secret, ...shown.entropy.flatMap(added));
  const sealed = await sha256(utf8('parley/commitment/1'), seed, utf8(canonical(header.hashes)));
  const agreed = canonical(await hashesOf(header)) === canonical(header.hashes);
  return {
    older: false,
    secret: answer(
      (await sha256(utf8('parley/secret/1'), secret)) === promised && promised === header.secret_commitment,
    ),
    own: await own(table, header, shown, memory.bytes),
    seed: answer(mixed === shown.seed && shown.seed === table.seed),
    setup: answer(agreed),
    seal: answer(sealed === seal),
  };
}

const key = (table: string) => `backchannel.seal.${table}`;

/** Remembers the seal that was shown while the game was played. */
export function keepSeal(table: string, commitment: string): void {
  try {
    if (localStorage.getItem(key(table)) === null) localStorage.setItem(key(table), commitment);
  } catch {
    // Without storage there is only the server's word for what was shown.
  }
}

export function keptSeal(table: string): string | null {
  try {
    return localStorage.getItem(key(table));
  } catch {
    return null;
  }
}
