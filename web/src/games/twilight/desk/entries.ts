/** Entries in the books while they are written. */
import type { Entry, EntryForm, FormField } from '../api';

/** An entry while it is written: each field by its name. */
export type EntryDraft = Pick<Entry, 'entry'> & Record<string, unknown>;

const BLANK: Partial<Record<FormField['kind'], unknown>> = {
  number: 1,
  text: '',
  fragments: { cultural: 1 },
  ability: '',
  technology: { name: '', of_faction: false },
  planet: { name: '', demilitarized: false, pride_of_kenara: false },
};

/** An entry to begin with. */
export function blank({ entry, fields }: EntryForm, seat: number): EntryDraft {
  const value = (kind: FormField['kind']) =>
    kind === 'captive' ? { owner: seat === 0 ? 1 : 0, unit: '' } : BLANK[kind];
  return {
    entry: entry as Entry['entry'],
    ...Object.fromEntries(fields.map(({ name, kind }) => [name, value(kind)])),
  };
}
