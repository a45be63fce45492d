import { MediaQuery } from 'svelte/reactivity';

export const darkSystem = new MediaQuery('(prefers-color-scheme: dark)');
/** Room for the roster and the log beside the map. */
export const wide = new MediaQuery('(min-width: 75rem)');
/** A phone held upright: the panel is below the map. */
export const narrow = new MediaQuery('(max-width: 59.99rem)');
/** No room for three columns of the deal desk. */
export const medium = new MediaQuery('(max-width: 79.99rem)');
/** Somebody who wants nothing to move. */
export const still = new MediaQuery('(prefers-reduced-motion: reduce)');
