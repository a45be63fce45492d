/** The colours of the seats, as the server gives them, made readable on both themes. */
import { reference } from '../api/reference';
import type { Livery, Seat } from '../api/types';
import { first } from '../games';
import { inkOn, readable } from './colour';

/** The grounds on which a seat's colour is hardest to read: see the tokens. */
const LIGHT = '#e4d9be';
const DARK = '#2c3025';

class Liveries {
  all = $state.raw<Livery[]>([]);

  async load(): Promise<void> {
    this.use((await reference<{ liveries: Livery[] }>(first.ruleset)).liveries);
  }

  use(liveries: Livery[]): void {
    if (this.all === liveries) return;
    const { style } = document.documentElement;
    for (const [seat, { colour }] of liveries.entries()) {
      style.setProperty(`--seat-${seat}`, colour);
      style.setProperty(`--seat-${seat}-on`, inkOn(colour));
      const read = `light-dark(${readable(colour, LIGHT)}, ${readable(colour, DARK)})`;
      style.setProperty(`--seat-${seat}-text`, read);
    }
    this.all = liveries;
  }

  of(seat: Seat): Livery {
    return this.all[seat] ?? { name: `Seat ${seat + 1}`, letter: '?', colour: '#888888', pattern: 'solid' };
  }
}

export const liveries = new Liveries();
