/**
 * The random bytes that this browser adds to the seed of a table. It keeps them, with the seal that the server
 * had shown by then, so that it can find them again when everything is open.
 */
import type { Table } from '../api/types';

interface Kept {
  /** The seal of the server's secret, as it was when the first bytes were made. */
  commitment: string;
  /** Everything that was sent from here, also from seats that were given up. */
  bytes: string[];
}

const key = (table: string) => `backchannel.entropy.${table}`;

export function kept(table: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key(table)) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

function keep(table: string, what: Kept): void {
  try {
    localStorage.setItem(key(table), JSON.stringify(what));
  } catch {
    // Without storage the bytes count all the same; only this browser cannot check them at the end.
  }
}

export const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** New bytes for a seat; none where the server has shown no seal. */
export function fresh(table: Table): string | undefined {
  if (!table.secret_commitment) return undefined;
  const made = hex(crypto.getRandomValues(new Uint8Array(32)));
  const before = kept(table.id) ?? { commitment: table.secret_commitment, bytes: [] };
  keep(table.id, { ...before, bytes: [...before.bytes, made] });
  return made;
}

/** The server has refused them. */
export function forget(table: string, refused: string): void {
  const before = kept(table);
  if (before) keep(table, { ...before, bytes: before.bytes.filter((bytes) => bytes !== refused) });
}
