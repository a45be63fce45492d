/** Places that are filled into what is charted: the server leaves each of them empty. */
import type { Feature } from '../api';

/** How many places have to be filled in. */
export const blanks = (feature: Feature): number => JSON.stringify(feature).split('""').length - 1;

/** The same with the places filled in, in their order. */
export function placed(feature: Feature, ...places: string[]): Feature {
  const left = [...places];
  return JSON.parse(JSON.stringify(feature), (_, value: unknown) => (value === '' ? left.shift() : value)) as Feature;
}
