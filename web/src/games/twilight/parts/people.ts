/** Names for players nobody has named yet. */
const PEOPLE = ['Ann', 'Bob', 'Cid', 'Dee', 'Eve', 'Fay', 'Gus', 'Hal'];

/** One that nobody has. */
export const freeName = (taken: string[]): string | undefined => PEOPLE.find((name) => !taken.includes(name));
