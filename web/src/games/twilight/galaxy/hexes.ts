/** Hexes with a flat top, from axial coordinates. */
import type { Galaxy } from '../api';

export const SIZE = 50;
export type HexPoint = [number, number];

export const centre = ([q, r]: HexPoint): HexPoint => [SIZE * 1.5 * q, SIZE * Math.sqrt(3) * (r + q / 2)];

const CORNERS = Array.from({ length: 6 }, (_, corner) => (Math.PI / 3) * corner);
/** The outline around the origin, drawn in a little so that borders show. */
export const OUTLINE = CORNERS.map(
  (angle) => `${(0.965 * SIZE * Math.cos(angle)).toFixed(2)},${(0.965 * SIZE * Math.sin(angle)).toFixed(2)}`,
).join(' ');

/** Places for what lies off the map: the lower corners if they are empty, then a row below. */
function off(taken: HexPoint[]): () => HexPoint {
  const [xs, ys] = [taken.map(([x]) => x), taken.map(([, y]) => y)];
  const [left, right, low] = [Math.min(0, ...xs), Math.max(0, ...xs), Math.max(0, ...ys)];
  const touches = (place: HexPoint) => taken.some(([x, y]) => Math.hypot(x - place[0], y - place[1]) < SIZE * 2);
  const corners = (
    [
      [left, low],
      [right, low],
    ] as HexPoint[]
  ).filter((place) => !touches(place));
  let below = 0;
  return () => corners.shift() ?? [left + SIZE * 2.1 * below++, low + SIZE * 2.2];
}

/** Where everything is drawn. */
export function layout(galaxy: Galaxy, homes: HexPoint[] = []): { places: HexPoint[]; box: string } {
  const on = galaxy.systems.map(({ at }) => (at ? centre(at) : null));
  const known = on.filter((place) => place !== null);
  const free = off([...known, ...homes.map(centre), ...galaxy.hyperlanes.map(({ at }) => centre(at))]);
  const places = on.map((place): HexPoint => place ?? free());
  const all = [...places, ...galaxy.hyperlanes.map(({ at }) => centre(at)), ...homes.map(centre)];
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs) - SIZE * 1.1, Math.min(...ys) - SIZE];
  const box = [x, y, Math.max(...xs) + SIZE * 1.1 - x, Math.max(...ys) + SIZE - y].map((it) => it.toFixed(1)).join(' ');
  return { places, box };
}

/** The line on which two places meet; between two that do not touch, the line from one to the other. */
export function border(one: HexPoint = [0, 0], other: HexPoint = [0, 0]): string {
  const [dx, dy] = [other[0] - one[0], other[1] - one[1]];
  const far = Math.hypot(dx, dy);
  if (far === 0 || far > SIZE * 1.9) return `M${one.join(' ')} L${other.join(' ')}`;
  const [x, y] = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
  const [ax, ay] = [(-dy / far) * SIZE * 0.45, (dx / far) * SIZE * 0.45];
  return `M${(x - ax).toFixed(1)} ${(y - ay).toFixed(1)} L${(x + ax).toFixed(1)} ${(y + ay).toFixed(1)}`;
}

export const GREEK: Record<string, string> = { alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε' };
