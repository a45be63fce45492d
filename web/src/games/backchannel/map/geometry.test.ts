import { describe, expect, it } from 'vitest';
import type { MapFile, Point } from '../api';
import { draw, reward, step, tagWidth, unitOn } from './geometry';

const square = (x: number, y: number): Point[] => [
  [x, y],
  [x + 100, y],
  [x + 100, y + 100],
  [x, y + 100],
];

/** Three in a row and an island. */
const map: MapFile = {
  id: 'row',
  name: 'A row',
  about: '',
  seats: { least: 2, most: 2 },
  size: [600, 200],
  territories: ['a', 'b', 'c', 'd'].map((id, place) => {
    const x = place === 3 ? 450 : place * 100;
    return { id, name: id.toUpperCase().repeat(5), shape: square(x, 0), anchor: [x + 50, 50] };
  }),
  links: [
    { from: 'a', to: 'b' },
    { from: 'c', to: 'd', one_way: true },
    { from: 'd', to: 'b', one_way: true, kind: 'bombard' },
  ],
  zones: [
    { id: 'w', name: 'The west', territories: ['a', 'b'], troops: 2 },
    { id: 'e', name: 'The east', territories: ['c'], troops: -1 },
  ],
};

describe('the drawing of a map', () => {
  const drawing = draw(map);

  it('shows a border that no link crosses as peaks', () => {
    expect(drawing.peaks).not.toBe('');
    expect(drawing.inner).toBe('M100 0L100 100');
    expect(drawing.outer).toBe('M200 0L200 100');
  });

  it('tells one-way links and guns apart, and leaves out what a border shows', () => {
    expect(drawing.links.map(({ look }) => look)).toEqual(['one-way', 'guns']);
    expect(drawing.links[0]?.tips.map(({ shape }) => shape)).toEqual(['arrow', 'dot']);
    expect(drawing.links[1]?.tips.map(({ shape }) => shape)).toEqual(['burst', 'dot']);
  });

  it('knows neighbours in either direction', () => {
    expect(drawing.lands[3]?.near.toSorted()).toEqual([1, 2]);
  });

  it('writes rewards with their sign', () => {
    expect(drawing.zones.map(reward)).toEqual(['+2', '−1']);
    expect(reward({ troops: 1, cards: 1 })).toBe('+1 +1 card');
  });

  it('moves by arrow keys to what lies there', () => {
    expect(step(drawing.lands, 0, [1, 0])).toBe(1);
    expect(step(drawing.lands, 3, [-1, 0])).toBe(2);
    expect(step(drawing.lands, 0, [0, -1])).toBe(0);
  });
});

describe('the tags of zones', () => {
  const files = import.meta.glob<MapFile>('../../../../../crates/backchannel/data/maps/*.json', {
    eager: true,
    import: 'default',
  });
  const maps = Object.values(files);

  it('are drawn for every map of the library', () => expect(maps.length).toBeGreaterThan(3));

  it.each(maps.map((map) => [map.name, map] as const))('of %s cover no counter at the usual zoom', (_, map) => {
    for (const unit of [1.35, unitOn(map, 720), unitOn(map, 390)]) {
      const draws = draw(map, unit);
      for (const { name, tag, ...pays } of draws.zones) {
        const width = ((tagWidth(name) + tagWidth(reward(pays))) / 2) * unit;
        const covered = draws.lands.filter(
          ({ anchor }) => Math.abs(anchor[0] - tag[0]) < width + 19 * unit && Math.abs(anchor[1] - tag[1]) < 19 * unit,
        );
        expect(covered.map((land) => `${name} on ${land.name} at ${unit}`)).toEqual([]);
      }
    }
  });
});
