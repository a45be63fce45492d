/** The drawing of a map: what can be worked out once from its file. */
import type { LinkFile, MapFile, Point, Zone } from '../api';

export interface Drawing {
  /** Where the land is. */
  frame: Box;
  lands: LandShape[];
  /** Borders between territories of one zone, of different zones, and those that no link crosses. */
  inner: string;
  outer: string;
  peaks: string;
  coast: string;
  links: LinkShape[];
  zones: ZoneShape[];
}

export interface LandShape {
  name: string;
  path: string;
  anchor: Point;
  box: Box;
  zones: Zone[];
  /** What the map says beyond the rules: troops that must stay, and that fit. */
  least: number | null;
  most: number | null;
  /** Territories that links join it to, in any way and direction. */
  near: number[];
}

export interface ZoneShape {
  name: string;
  territories: number[];
  troops: number;
  cards: number;
  tag: Point;
}

export type LinkLook = 'lane' | 'one-way' | 'guns';

export interface LinkShape {
  from: number;
  to: number;
  look: LinkLook;
  path: string;
  /** Where it ends, with the direction it comes from in degrees. */
  tips: { at: Point; turn: number; shape: 'arrow' | 'burst' | 'dot' }[];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const SPACING = 11.5;
const ACROSS = 19;
const LANDING = 9;
const IMPACT = 18;

const number = (value: number) => Math.round(value * 10) / 10;
const spot = ([x, y]: Point) => `${number(x)} ${number(y)}`;
const line = (points: Point[]) => `M${points.map(spot).join('L')}`;

export function box(points: Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export function inside([x, y]: Point, shape: Point[]): boolean {
  let within = false;
  shape.forEach(([ax, ay], place) => {
    const [bx, by] = shape[(place + shape.length - 1) % shape.length] as Point;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  });
  return within;
}

const apart = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function towards(a: Point, b: Point): Point {
  const length = Math.max(apart(a, b), 1e-3);
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

type Borders = Map<string, Point[][]>;

const pair = (one: number, two: number) => (one < two ? `${one}-${two}` : `${two}-${one}`);

function edgesOf(shape: Point[]): [Point, Point][] {
  return shape.map((point, place) => [point, shape[(place + 1) % shape.length] as Point]);
}

function edgeKey([a, b]: [Point, Point]): string {
  const [one, two] = [a.join(), b.join()];
  return one < two ? `${one};${two}` : `${two};${one}`;
}

/** Shared borders by the two territories they part, and the coast. */
function findBorders(map: MapFile): { borders: Borders; coast: Point[][] } {
  const sides = new Map<string, number[]>();
  map.territories.forEach((land, index) => {
    for (const edge of edgesOf(land.shape)) {
      const key = edgeKey(edge);
      sides.set(key, [...(sides.get(key) ?? []), index]);
    }
  });
  const borders: Borders = new Map();
  const coast: Point[][] = [];
  const extend = (lines: Point[][], [a, b]: [Point, Point]) => {
    const last = lines.at(-1);
    if (last?.at(-1) === a) last.push(b);
    else lines.push([a, b]);
  };
  map.territories.forEach((land, index) => {
    for (const edge of edgesOf(land.shape)) {
      const [one = 0, two] = sides.get(edgeKey(edge)) ?? [];
      if (two === undefined) extend(coast, edge);
      else if (index === one) {
        const key = pair(one, two);
        const lines = borders.get(key) ?? [];
        borders.set(key, lines);
        extend(lines, edge);
      }
    }
  });
  return { borders, coast };
}

function peaksAlong(points: Point[]): string {
  let path = '';
  let left = SPACING / 2;
  for (const [place, b] of points.slice(1).entries()) {
    const a = points[place] as Point;
    const length = apart(a, b);
    const [dx, dy] = towards(a, b);
    for (; left <= length; left += SPACING) {
      const [x, y] = [a[0] + dx * left, a[1] + dy * left];
      path += `M${number(x - 6)} ${number(y + 5)}l6 -11l6 11z`;
    }
    left -= length;
  }
  return path;
}

function ends(map: MapFile, link: LinkFile, from: number, to: number, lines: Point[][]): [Point, Point] {
  const [one, two] = [map.territories[from], map.territories[to]];
  if (!one || !two)
    return [
      [0, 0],
      [0, 0],
    ];
  const longest = lines.toSorted((a, b) => b.length - a.length)[0];
  if (longest) {
    const middle = longest[Math.floor(longest.length / 2)] as Point;
    const [dx, dy] = towards(one.anchor, two.anchor);
    return [
      [middle[0] - dx * ACROSS, middle[1] - dy * ACROSS],
      [middle[0] + dx * ACROSS, middle[1] + dy * ACROSS],
    ];
  }
  let best: [Point, Point] = [one.anchor, two.anchor];
  for (const a of one.shape) for (const b of two.shape) if (apart(a, b) < apart(...best)) best = [a, b];
  const guns = link.kind === 'bombard';
  const depths = guns ? [link.one_way ? LANDING : IMPACT, IMPACT] : [LANDING, LANDING];
  return [one, two].map(({ anchor }, end) => {
    const at = best[end] as Point;
    const [dx, dy] = towards(at, anchor);
    const depth = depths[end] ?? 0;
    return [at[0] + dx * depth, at[1] + dy * depth];
  }) as [Point, Point];
}

function drawLink(map: MapFile, link: LinkFile, index: Map<string, number>, borders: Borders): LinkShape | null {
  const [from = 0, to = 0] = [index.get(link.from), index.get(link.to)];
  const lines = borders.get(pair(from, to)) ?? [];
  const guns = link.kind === 'bombard';
  if (!guns && !link.one_way && lines.length > 0) return null;
  const [a, b] = ends(map, link, from, to, lines);
  const bow = guns || lines.length > 0 ? 0 : 0.12;
  const bend: Point = [(a[0] + b[0]) / 2 - (b[1] - a[1]) * bow, (a[1] + b[1]) / 2 + (b[0] - a[0]) * bow];
  const turn = (at: Point) => (Math.atan2(at[1] - bend[1], at[0] - bend[0]) * 180) / Math.PI;
  const shape = guns ? 'burst' : link.one_way ? 'arrow' : 'dot';
  return {
    from,
    to,
    look: guns ? 'guns' : link.one_way ? 'one-way' : 'lane',
    path: `M${spot(a)}Q${spot(bend)} ${spot(b)}`,
    tips: [
      { at: b, turn: turn(b), shape },
      { at: a, turn: turn(a), shape: link.one_way ? 'dot' : shape },
    ],
  };
}

/** How much of one box another covers. */
function overlap(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}

const around = ([x, y]: Point, width: number, height: number, below = 0): Box => ({
  x: x - width / 2,
  y: y - height / 2 + below,
  width,
  height,
});

/** How wide a zone's tag is: its name, and what it pays. */
export const tagWidth = (text: string): number => text.length * 5.1 + 14;

interface Tagged {
  map: MapFile;
  members: number[];
  /** How wide the tag is. */
  width: number;
  /** Units of the map in a pixel of what keeps its size on the screen. */
  unit: number;
}

/** A spot at the zone that keeps clear of counters, names and other tags. */
function placeTag({ map, members, width, unit }: Tagged, taken: Box[]): Box {
  const zone = box(members.flatMap((member) => map.territories[member]?.shape ?? []));
  const middle: Point = [zone.x + zone.width / 2, zone.y + zone.height / 2];
  const [wide, high] = [width * unit, 18 * unit];
  const reach = around(middle, zone.width + wide, zone.height + high);
  const near = (boxes: Box[]) => boxes.filter((each) => overlap(each, reach) > 0);
  const counters = near(map.territories.map(({ anchor }) => around(anchor, 40 * unit, 24 * unit)));
  const names = near(map.territories.map(({ anchor, name }) => nameBox(anchor, name, unit)));
  const tags = near(taken);
  const shapes = map.territories
    .map(({ shape }, place) => ({ shape, mine: members.includes(place), box: box(shape) }))
    .filter((each) => overlap(each.box, reach) > 0);
  const sum = (at: Box, boxes: Box[]) => boxes.reduce((all, each) => all + overlap(at, each), 0);
  const frame = box(map.territories.flatMap(({ shape }) => shape));
  const cut = (tag: Box) => wide * high - overlap(tag, frame);
  const step = Math.max(10, zone.width / 50, zone.height / 50);
  let best = around(middle, wide, high);
  let least = Infinity;
  for (let x = zone.x; x <= zone.x + zone.width; x += step) {
    for (let y = zone.y; y <= zone.y + zone.height; y += step) {
      const at: Point = [x, y];
      const tag = around(at, wide, high);
      const covers = 20 * sum(tag, counters) + 2 * sum(tag, names) + 8 * sum(tag, tags);
      const cost = covers + 2 * cut(tag) + apart(at, middle);
      // Whose land it is takes longest to find out.
      if (cost >= least) continue;
      const on = shapes.find((each) => within(at, each.box) && inside(at, each.shape));
      const total = cost + (on ? 0 : 400);
      if (on?.mine === false || total >= least) continue;
      [least, best] = [total, tag];
    }
  }
  return best;
}

const within = ([x, y]: Point, { x: left, y: top, width, height }: Box): boolean =>
  x >= left && x <= left + width && y >= top && y <= top + height;

/** The room that the name below a counter takes. */
function nameBox(anchor: Point, name: string, unit: number): Box {
  const lines = name.length > 11 && name.includes(' ') ? 2 : 1;
  const long = lines === 2 ? name.length / 2 + 2 : name.length;
  return around(anchor, long * 6.4 * unit, lines * 12 * unit, (14 + lines * 6) * unit);
}

function neighbours(map: MapFile, index: Map<string, number>): Set<number>[] {
  const near = map.territories.map(() => new Set<number>());
  for (const link of map.links) {
    const [from = 0, to = 0] = [index.get(link.from), index.get(link.to)];
    near[from]?.add(to);
    near[to]?.add(from);
  }
  return near;
}

/** What keeps its size on the screen is this much larger on the map, if nothing is known of the screen. */
const USUAL_UNIT = 1.35;

/** The same on a screen with so much room for the map, at the zoom at which it is first seen (see the viewport). */
export function unitOn(map: MapFile, width: number): number {
  const k = Math.max(0.36, width / box(map.territories.flatMap(({ shape }) => shape)).width);
  const size = Math.min(1, Math.max(0.66, k / 0.58));
  return Math.max(size, 0.82) / k;
}

export function draw(map: MapFile, unit = USUAL_UNIT): Drawing {
  const index = new Map(map.territories.map(({ id }, place) => [id, place]));
  const { borders, coast } = findBorders(map);
  const near = neighbours(map, index);
  const members = map.zones.map((zone) => zone.territories.map((id) => index.get(id) ?? 0));
  const zonesOf = map.territories.map((_, land) =>
    members.flatMap((list, zone) => (list.includes(land) ? [zone] : [])),
  );
  let [inner, outer, peaks] = ['', '', ''];
  for (const [key, lines] of borders) {
    const [one = 0, two = 0] = key.split('-').map(Number);
    const drawn = lines.map(line).join('');
    if (!near[one]?.has(two)) peaks += lines.map(peaksAlong).join('');
    if (zonesOf[one]?.[0] === zonesOf[two]?.[0]) inner += drawn;
    else outer += drawn;
  }
  const tags: Box[] = [];
  const zones = map.zones.map((zone, place) => {
    const territories = members[place] ?? [];
    const pays = { troops: zone.troops ?? 0, cards: zone.cards ?? 0 };
    const width = tagWidth(zone.name) + tagWidth(reward(pays));
    const taken = placeTag({ map, members: territories, width, unit }, tags);
    tags.push(taken);
    const tag: Point = [taken.x + taken.width / 2, taken.y + taken.height / 2];
    return { name: zone.name, territories, ...pays, tag };
  });
  return {
    frame: box(map.territories.flatMap(({ shape }) => shape)),
    lands: map.territories.map((land, place) => ({
      name: land.name,
      path: `${line(land.shape)}Z`,
      anchor: land.anchor,
      box: box(land.shape),
      zones: zonesOf[place] ?? [],
      least: land.least ?? null,
      most: land.most ?? null,
      near: [...(near[place] ?? [])],
    })),
    inner,
    outer,
    peaks,
    coast: coast.map(line).join(''),
    links: map.links.flatMap((link) => drawLink(map, link, index, borders) ?? []),
    zones,
  };
}

/** What a zone pays, in short: "+3", "−1", "+1 card". */
export function reward({ troops, cards }: { troops: number; cards: number }): string {
  const signed = (value: number) => (value < 0 ? `−${-value}` : `+${value}`);
  const parts = [];
  if (troops !== 0) parts.push(signed(troops));
  if (cards !== 0) parts.push(`${signed(cards)} ${Math.abs(cards) === 1 ? 'card' : 'cards'}`);
  return parts.join(' ') || '±0';
}

/** The territory that lies next in a direction, for the arrow keys. */
export function step(lands: LandShape[], from: number, direction: Point): number {
  const start = lands[from];
  if (!start) return from;
  let best = from;
  let least = Infinity;
  lands.forEach(({ anchor }, place) => {
    if (place === from) return;
    const [dx, dy] = [anchor[0] - start.anchor[0], anchor[1] - start.anchor[1]];
    const along = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1] - dy * direction[0]);
    if (along <= aside * 0.4) return;
    const cost = along + aside * 2;
    if (cost < least) [least, best] = [cost, place];
  });
  return best;
}
