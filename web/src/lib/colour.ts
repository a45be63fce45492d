/** Colours that can be read on a ground. */

type Rgb = [number, number, number];

function parse(hex: string): Rgb {
  const value = parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const format = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours as WCAG counts it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(parse(one)), luminance(parse(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function mix(one: string, other: string, share: number): string {
  const [a, b] = [parse(one), parse(other)];
  return format(a.map((part, place) => part + ((b[place] ?? 0) - part) * share) as Rgb);
}

/** `colour` moved towards black or white until it reads on `ground` (AA). */
export function readable(colour: string, ground: string, wanted = 4.6): string {
  const end = luminance(parse(ground)) > 0.3 ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mix(colour, end, share);
    if (contrast(tried, ground) >= wanted) return tried;
  }
  return end;
}

/** Ink for text on `colour` itself. */
export function inkOn(colour: string): string {
  return contrast(colour, '#14160f') >= contrast(colour, '#ffffff') ? '#14160f' : '#ffffff';
}
