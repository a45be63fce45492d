/** The dice of a roll as they are drawn. */
import type { FightReport } from '../api';

export interface ShownDie {
  value: number;
  lost: boolean;
  bonus: boolean;
}

/** The faces of the last roll, or of one before it as far as they are known. */
export function shown(report: FightReport, roll = report.rolls): { attack: ShownDie[]; defence: ShownDie[] } {
  const { dice, beaten } = (roll < report.rolls && report.earlier?.at(roll - report.rolls)) || report;
  return faces(dice, beaten);
}

function faces(dice: FightReport['dice'], beaten: FightReport['beaten']) {
  const side = (values: number[], lost: boolean[], helped: number): ShownDie[] =>
    values
      .map((value, place) => ({ value, lost: lost[place] ?? false, bonus: place < helped }))
      .filter(({ value }) => value > 0);
  return {
    attack: side(dice.attack, beaten.attack, 0),
    defence: side(dice.defence, beaten.defence, dice.fortified),
  };
}

/** How far the dice have come. */
export interface Stage {
  /** Which roll is in the air or was the last. */
  roll: number;
  rolling: boolean;
  /** Whether the losses are told. */
  counted: boolean;
}

export const STILL: Stage = { roll: 1, rolling: true, counted: false };
export const atRest = (rolls: number): Stage => ({ roll: rolls, rolling: false, counted: true });

/** How long one roll of several is seen, and the last one is in the air, in milliseconds. */
const QUICK = 200;
const LONG = 600;
/** Before the losses are told, and before the rest is. */
const PAUSE = 300;
/** Of more rolls than these, only the last are seen. */
const MOST = 10;

/** Suspense first, then the dice lie still, then the losses; the rolls of a blitz follow each other quickly. */
export function course(rolls: number): { after: number; stage: Stage }[] {
  const seen = Math.min(rolls, MOST);
  const stages = Array.from({ length: seen }, (_, place) => ({
    after: place * QUICK,
    stage: { roll: rolls - seen + place + 1, rolling: place === seen - 1, counted: false },
  }));
  const fallen = (seen - 1) * QUICK + LONG;
  return [
    ...stages,
    { after: fallen, stage: { roll: rolls, rolling: false, counted: false } },
    { after: fallen + PAUSE, stage: atRest(rolls) },
  ];
}

/** How long it takes until the losses are told and the log may say it, in milliseconds. */
export const suspense = (rolls: number): number => (course(rolls).at(-1)?.after ?? 0) + PAUSE;
