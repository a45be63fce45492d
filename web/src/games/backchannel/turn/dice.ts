/** The dice of a roll as they are drawn. */
import type { FightReport } from '../api';

export interface ShownDie {
  value: number;
  lost: boolean;
  bonus: boolean;
}

export function shown({ dice, beaten }: FightReport): { attack: ShownDie[]; defence: ShownDie[] } {
  const side = (values: number[], lost: boolean[], helped: number): ShownDie[] =>
    values
      .map((value, place) => ({ value, lost: lost[place] ?? false, bonus: place < helped }))
      .filter(({ value }) => value > 0);
  return {
    attack: side(dice.attack, beaten.attack, 0),
    defence: side(dice.defence, beaten.defence, dice.fortified),
  };
}
