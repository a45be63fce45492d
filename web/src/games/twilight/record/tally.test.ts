import { describe, expect, it } from 'vitest';
import type { Promised, TwilightView } from '../api';
import { known } from '../test/desk';
import { csv, picture, tally, type Evening } from './tally';

const evening = (
  id: string,
  records: [kept: number, broken: number][],
  promises: Partial<Promised>[] = [],
): Evening => {
  const { view } = known();
  const players = view.players.map((player, seat) => ({
    ...player,
    record: { binding: 1, non_binding: 0, kept: records[seat]?.[0] ?? 0, broken: records[seat]?.[1] ?? 0, void: 0 },
  }));
  return { id, title: id, view: { ...view, players, ledger: promises as Promised[] } as TwilightView };
};

describe('a record over many evenings', () => {
  const debt = { by: 1, to: 0, debt: true, faith: 'pending' } as const;
  const rows = tally([
    evening('first', [
      [2, 0],
      [0, 1],
    ]),
    evening(
      'second',
      [
        [1, 1],
        [1, 0],
      ],
      [debt],
    ),
  ]);

  it('adds up by name, the most reliable first', () => {
    expect(rows.map(({ name, kept, broken, evenings }) => [name, kept, broken, evenings])).toEqual([
      ['Ann', 3, 1, 2],
      ['Bob', 1, 1, 2],
    ]);
    expect(rows[1]).toMatchObject({ owing: 1, partner: 'Ann', binding: 2 });
    expect(rows[0]).toMatchObject({ owing: 0, partner: 'Bob' });
  });

  it('is written for a spreadsheet, where no name becomes a formula', () => {
    const [first] = rows;
    if (!first) throw new Error('nobody');
    const text = csv([{ ...first, name: '=HYPERLINK("x")', partner: 'Eve, the "quick"' }]);
    const [head, line] = text.split('\r\n');
    expect(head).toBe('Player,Evenings,Binding deals,Other deals,Kept,Broken,Void,Still owed,Favourite partner');
    expect(line).toBe(`"'=HYPERLINK(""x"")",2,2,0,3,1,0,0,"Eve, the ""quick"""`);
  });

  it('is drawn, and no name becomes markup', () => {
    const [first] = rows;
    if (!first) throw new Error('nobody');
    const { svg } = picture([{ ...first, name: '<script>' }], 'Friday & friends');
    expect(svg).toContain('&lt;script&gt;');
    expect(svg).toContain('Friday &amp; friends');
    expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull();
  });
});
