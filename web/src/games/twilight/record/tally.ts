/** A group's record over many evenings, added up from what the desk shows of each. */
import type { HonourRecord, Promised, TwilightView } from '../api';

export interface Evening {
  id: string;
  title: string;
  view: TwilightView;
}

export interface GroupRow extends HonourRecord {
  name: string;
  evenings: number;
  /** Debts that were still open at the end. */
  owing: number;
  /** With whom most promises were exchanged. */
  partner: string | null;
}

/** The promises that its reader may know of, each once. */
function promisesOf({ own, ledger }: TwilightView): Promised[] {
  return ledger.length ? ledger : (own?.promises ?? []);
}

const NUMBERS = ['binding', 'non_binding', 'kept', 'broken', 'void'] as const;

/** Everybody who played, by name; those whose word was good most often first. */
export function tally(evenings: Evening[]): GroupRow[] {
  const rows = new Map<string, GroupRow>();
  const partners = new Map<string, Map<string, number>>();
  for (const { view } of evenings) {
    const name = (seat: number) => view.players[seat]?.name ?? '';
    for (const player of view.players) {
      const row = rows.get(player.name) ?? blank(player.name);
      row.evenings += 1;
      for (const number of NUMBERS) row[number] += player.record[number];
      rows.set(player.name, row);
    }
    for (const promise of promisesOf(view)) {
      const [one, other] = [name(promise.by), name(promise.to)];
      const row = rows.get(one);
      if (row && promise.debt && promise.faith === 'pending') row.owing += 1;
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        const met = partners.get(from) ?? new Map<string, number>();
        met.set(to, (met.get(to) ?? 0) + 1);
        partners.set(from, met);
      }
    }
  }
  for (const row of rows.values()) row.partner = favourite(partners.get(row.name));
  return [...rows.values()].toSorted(
    (one, other) => other.kept - other.broken - (one.kept - one.broken) || one.name.localeCompare(other.name),
  );
}

const blank = (name: string): GroupRow => ({
  name,
  evenings: 0,
  binding: 0,
  non_binding: 0,
  kept: 0,
  broken: 0,
  void: 0,
  owing: 0,
  partner: null,
});

function favourite(met: Map<string, number> | undefined): string | null {
  const best = [...(met ?? [])].toSorted(([a, one], [b, other]) => other - one || a.localeCompare(b))[0];
  return best?.[0] ?? null;
}

export const COLUMNS = [
  ['evenings', 'Evenings'],
  ['binding', 'Binding deals'],
  ['non_binding', 'Other deals'],
  ['kept', 'Kept'],
  ['broken', 'Broken'],
  ['void', 'Void'],
  ['owing', 'Still owed'],
] as const;

/** As a spreadsheet reads it. A name that begins like a formula must not become one. */
export function csv(rows: GroupRow[]): string {
  const cell = (value: string | number | null) => {
    const text = String(value ?? '');
    const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
    return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const head = ['Player', ...COLUMNS.map(([, label]) => label), 'Favourite partner'];
  const body = rows.map((row) => [row.name, ...COLUMNS.map(([key]) => row[key]), row.partner]);
  return [head, ...body].map((line) => line.map(cell).join(',')).join('\r\n') + '\r\n';
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => ESCAPES[letter] as string);

/** A picture of kept and broken promises, to pass on. */
export function picture(rows: GroupRow[], title: string): { svg: string; width: number; height: number } {
  const [width, line, top] = [900, 56, 110];
  const height = top + rows.length * line + 40;
  const most = Math.max(1, ...rows.map(({ kept, broken }) => kept + broken));
  const bar = (count: number) => Math.round((count / most) * 420);
  const drawn = rows.map((row, place) => {
    const y = top + place * line;
    const [kept, broken] = [bar(row.kept), bar(row.broken)];
    const partner = row.partner ? ` · most with ${row.partner}` : '';
    return [
      `<text x="40" y="${y + 20}" font-size="22" font-weight="700">${escaped(row.name)}</text>`,
      `<rect x="280" y="${y}" width="${kept}" height="26" fill="#5b6b2f"/>`,
      `<rect x="${280 + kept}" y="${y}" width="${broken}" height="26" fill="#a3301f"/>`,
      `<text x="${292 + kept + broken}" y="${y + 20}" font-size="18">${row.kept} kept, ${row.broken} broken</text>`,
      `<text x="280" y="${y + 44}" font-size="14" fill="#5a5348">${row.binding} binding deals, ${row.owing} still owed${escaped(partner)}</text>`,
    ].join('');
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Georgia, serif" fill="#241f18">` +
    `<rect width="${width}" height="${height}" fill="#f3ead6"/>` +
    `<text x="40" y="60" font-size="34" font-weight="700">${escaped(title)}</text>${drawn.join('')}</svg>`;
  return { svg, width, height };
}
