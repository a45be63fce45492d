/** Odds as one reads them: what is not certain never looks certain. */
export function chance(share: number): string {
  if (share <= 0) return '0 %';
  if (share >= 1) return '100 %';
  if (share < 0.01) return '< 1 %';
  if (share > 0.99) return '> 99 %';
  return `${Math.round(share * 100)} %`;
}

/** Troops that are lost on average. */
export const losses = (troops: number): string => (troops >= 100 ? Math.round(troops).toString() : troops.toFixed(1));
