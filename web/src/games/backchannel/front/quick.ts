/** A quick game is one person and so many bots. */
export const QUICK_OPPONENTS = 3;
