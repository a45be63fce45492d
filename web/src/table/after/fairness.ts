/** Whether a seed is the one that was committed to: its SHA-256, worked out here. */

export function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, place) => parseInt(hex.slice(place * 2, place * 2 + 2), 16));
}

export async function fingerprint(seed: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes(seed));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
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
