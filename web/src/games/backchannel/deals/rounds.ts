/** Rounds to come, in words. */

/** "in 2 rounds", counted from now. */
export function rounds(until: number, now: number): string {
  const left = until - now;
  if (left <= 0) return 'now';
  return left === 1 ? 'next round' : `in ${left} rounds`;
}
