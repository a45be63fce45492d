/** How somebody comes to a table, on the wire and in the address of its page. */
import type { Seat } from './types';

export interface Visit {
  /** The code of the link, at a table that is not listed. */
  invite?: string;
  /** Which of one's seats, if one has several. */
  seat?: Seat;
  /** As a spectator, even with a seat. */
  spectate?: boolean;
}

type Parts = Record<string, string | number | boolean | null | undefined>;

/** A query of the parts that say something, with its question mark. */
export function query(parts: Parts): string {
  const said = new URLSearchParams();
  for (const [key, value] of Object.entries(parts)) {
    if (value !== undefined && value !== null && value !== false && value !== '') said.set(key, String(value));
  }
  const text = said.toString();
  return text && `?${text}`;
}

/** The visit as the server reads it, and what else is asked. */
export const asked = ({ invite, seat, spectate }: Visit, more: Parts = {}): string =>
  query({ ...more, invite, seat, spectate });

/** The address of the table's page for the same visit. */
export const pageOf = (id: string, { invite, seat, spectate }: Visit, more: Parts = {}): string =>
  `/t/${id}${query({ ...more, invite, seat, as: spectate && 'spectator' })}`;

/** The visit that a page's address tells of; only one's own seats are sat on. */
export function visitOf(address: URLSearchParams, yours: Seat[]): Visit {
  const seat = yours.find((own) => String(own) === address.get('seat'));
  const invite = address.get('invite') ?? undefined;
  return { invite, seat, spectate: address.get('as') === 'spectator' || yours.length === 0 };
}
