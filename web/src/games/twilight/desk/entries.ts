/** Entries in the books while they are written. */
import type { Entry, EntryForm, FormField } from '../api';

/** An entry while it is written: each field by its name. */
export type EntryDraft = Pick<Entry, 'entry'> & Record<string, unknown>;

const BLANK: Partial<Record<FormField['kind'], unknown>> = {
  number: 1,
  text: '',
  fragments: { cultural: 1 },
  ability: '',
};

/** An entry to begin with. */
export function blankEntry({ entry, fields }: EntryForm, seat: number): EntryDraft {
  const named = (ticks: FormField['ticks']) => ({
    name: '',
    ...Object.fromEntries(ticks.map((tick) => [tick.name, false])),
  });
  const value = ({ kind, ticks }: FormField) =>
    kind === 'captive' ? { owner: seat === 0 ? 1 : 0, unit: '' } : (BLANK[kind] ?? named(ticks));
  return {
    entry: entry as Entry['entry'],
    ...Object.fromEntries(fields.map((field) => [field.name, value(field)])),
  };
}
