/** Sitting down: whoever does adds random bytes of their own, so that nobody chooses the seed alone. */
import { problem } from '../api/client';
import * as tables from '../api/tables';
import type { QuickGame, Seat, Table } from '../api/types';
import { forget, fresh } from './entropy';

async function adding(table: Table, send: (entropy: string | undefined) => Promise<Table>): Promise<Table> {
  const entropy = fresh(table);
  try {
    return await send(entropy);
  } catch (error) {
    // If the server cannot be reached, it may have taken them.
    if (entropy && problem(error).status > 0) forget(table.id, entropy);
    throw error;
  }
}

export const sitDown = (table: Table, seat?: Seat, invite?: string) =>
  adding(table, (entropy) => tables.sit(table.id, { seat, invite, entropy }));

/** Yourself and bots, at once: the server shows its seal first, then the bytes follow. */
export async function playQuick(game: Omit<QuickGame, 'start'>): Promise<Table> {
  const table = await tables.quick({ ...game, start: false });
  await addMissing(table);
  return tables.start(table.id);
}

/** The same set-up with a new seed. Where everybody else is a bot, the game begins at once. */
export async function playAgain(id: string): Promise<Table> {
  const table = await tables.rematch(id);
  const waits = table.seats.some(({ holder, yours }) => holder.kind !== 'bot' && !yours);
  if (waits || table.standing !== 'gathering') return table;
  await addMissing(table);
  return tables.start(table.id);
}

/** Seats for which bytes were sent from this page. */
const tried = new Set<string>();

/** Adds bytes from one's seats that have none yet, such as the first seat of a table that one has made. */
export async function addMissing(table: Table): Promise<void> {
  for (const { seat, yours, entropy } of table.seats) {
    const name = `${table.id}/${seat}`;
    if (!yours || entropy || tried.has(name)) continue;
    tried.add(name);
    try {
      await adding(table, async (bytes) => (bytes ? tables.addEntropy(table.id, seat, bytes) : table));
    } catch (error) {
      if (problem(error).status === 0) tried.delete(name);
    }
  }
}
