/** Dice set against each other, to show which ones lost. */
import type { Dice } from '../api';

export interface ShownDie {
  value: number;
  lost: boolean;
  bonus: boolean;
}

/** Highest against highest; ties go to the defender (BC-205). The server counted already: this only shades. */
export function pairs(dice: Dice): { attack: ShownDie[]; defence: ShownDie[] } {
  const rolled = (values: number[]) => values.filter((value) => value > 0).toSorted((a, b) => b - a);
  const [attack, defence] = [rolled(dice.attack), rolled(dice.defence)];
  const defended = defence.map((value, place) => value + (place < dice.fortified ? 1 : 0));
  const met = Math.min(attack.length, defence.length);
  const falls = (place: number) => (attack[place] ?? 0) > (defended[place] ?? 0);
  return {
    attack: attack.map((value, place) => ({ value, lost: place < met && !falls(place), bonus: false })),
    defence: defence.map((value, place) => ({
      value,
      lost: place < met && falls(place),
      bonus: place < dice.fortified,
    })),
  };
}
