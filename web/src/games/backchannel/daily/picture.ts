/** The result of a daily table as a picture: everybody's land, round by round, and what came of it. */

interface Told {
  title: string;
  result: string;
  place: string;
  /** Territories by round, one list a seat. */
  lines: number[][];
  /** One's own. */
  seat: number;
  colours: string[];
}

const [WIDTH, HEIGHT] = [1200, 630];
const INK = '#1d1f17';
const PAPER = '#efe6cf';
const CHART = { x: 70, y: 250, width: 1060, height: 300 };

/** Where the lines run. */
export function points(values: number[], most: number): [number, number][] {
  const { x, y, width, height } = CHART;
  const step = width / Math.max(1, values.length - 1);
  return values.map((value, at) => [x + at * step, y + height - (value / most) * height]);
}

/** A PNG, or nothing where the browser draws none. */
export function drawResult({ title, result, place, lines, seat, colours }: Told): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = INK;
  pen.lineWidth = 4;
  pen.strokeRect(24, 24, WIDTH - 48, HEIGHT - 48);
  const display = getComputedStyle(document.documentElement).getPropertyValue('--font-display') || 'sans-serif';
  const write = (text: string, size: number, y: number) => {
    pen.fillStyle = INK;
    pen.font = `400 ${size}px ${display}`;
    pen.fillText(text, 70, y, WIDTH - 140);
  };
  write('BACKCHANNEL', 34, 84);
  write(`${title} · ${place}`, 34, 130);
  write(result, 72, 214);
  const most = Math.max(1, ...lines.flat());
  pen.lineJoin = 'round';
  // One's own line is on top of the others.
  const order = lines.map((_, at) => at).sort((one, other) => Number(one === seat) - Number(other === seat));
  for (const at of order) {
    pen.beginPath();
    points(lines[at] ?? [], most).forEach(([x, y], place) => (place ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.strokeStyle = colours[at] ?? INK;
    pen.lineWidth = at === seat ? 10 : 4;
    pen.stroke();
  }
  write('Territories, round by round', 24, HEIGHT - 44);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
