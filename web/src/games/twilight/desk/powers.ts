/** Abilities and cards that the desk carries out itself, as the reference describes them. */
import type { Effect, FormField, Fragments, Invocation, Note, TwilightCommand, UseForm } from '../api';
import type { Seat } from '../../../api/types';

/** What was filled in for a power; each uses what it asks for. */
export interface Filled {
  whom: Seat;
  second: Seat;
  note: Note | null;
  hand: 'notes' | 'action_cards' | 'secrets';
  unit: string;
  fragment: keyof Fragments;
}

const asks = ({ fields }: UseForm, kind: FormField['kind']) => fields.some((field) => field.kind === kind);

export function isFilled(form: UseForm, filled: Filled): boolean {
  return !(asks(form, 'note') && filled.note === null) && !(asks(form, 'unit') && !filled.unit.trim());
}

function valueOf(kind: FormField['kind'], filled: Filled): unknown {
  switch (kind) {
    case 'seat':
      return filled.whom;
    case 'pair':
      return [filled.whom, filled.second];
    case 'note':
      return filled.note;
    case 'hand':
      return filled.hand;
    case 'unit':
      return filled.unit.trim();
    case 'fragment':
      return { [filled.fragment]: 1 };
    default:
      throw new Error(`no ability asks for a ${kind}`);
  }
}

/** The command that uses a power. */
export function commandOf({ id, invoke, fields }: UseForm, filled: Filled): TwilightCommand {
  if (invoke !== null) return { type: 'invoke', with: filled.whom, power: invoke };
  const values = fields.map(({ name, kind }) => [name, valueOf(kind, filled)]);
  return { type: 'use', effect: { effect: id, ...Object.fromEntries(values) } as Effect };
}

/** What a use of a power that the server lists fills in; a unit may be written otherwise. */
const agrees = (one: Filled, other: Partial<Filled>) =>
  (Object.keys(other) as (keyof Filled)[])
    .filter((key) => key !== 'unit')
    .every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));

/** The next choice: as it is, or, where the server lists nothing like it, the nearest that it does. */
export function refill(listed: Filled[], filled: Filled, change: Partial<Filled>): Filled {
  const next = { ...filled, ...change };
  if (listed.length === 0 || listed.some((it) => agrees(it, next))) return next;
  return listed.find((it) => agrees(it, change)) ?? next;
}

/** What may be chosen for one field, given what is chosen for the one before it. */
export function among<K extends keyof Filled>(listed: Filled[], key: K, given: Partial<Filled> = {}): Filled[K][] {
  const found = listed.filter((it) => agrees(it, given)).map((it) => it[key]);
  return found.filter(
    (value, place) => found.findIndex((it) => JSON.stringify(it) === JSON.stringify(value)) === place,
  );
}

type Given = Extract<TwilightCommand, { type: 'use' | 'invoke' }>;

const same = (one: Invocation | null, other: Invocation) => JSON.stringify(one) === JSON.stringify(other);

/** Whether a command uses that power. */
export const isOf = ({ id, invoke }: UseForm, command: Given): boolean =>
  command.type === 'use' ? invoke === null && command.effect.effect === id : same(invoke, command.power);

/** What a command that may be given fills in. */
export function fill({ fields }: UseForm, command: Given, blank: Filled): Filled {
  if (command.type === 'invoke') return { ...blank, whom: command.with };
  const filled = { ...blank };
  const values = command.effect as unknown as Record<string, unknown>;
  for (const { name, kind } of fields) {
    const value = values[name];
    if (kind === 'seat') filled.whom = value as Seat;
    else if (kind === 'pair') [filled.whom, filled.second] = value as [Seat, Seat];
    else if (kind === 'note') filled.note = value as Note;
    else if (kind === 'hand') filled.hand = value as Filled['hand'];
    else if (kind === 'unit') filled.unit = value as string;
    else if (kind === 'fragment') {
      const [found] = Object.entries(value as Fragments).find(([, count]) => count) ?? [blank.fragment];
      filled.fragment = found as keyof Fragments;
    }
  }
  return filled;
}
