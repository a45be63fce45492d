import type { Agreement } from '../api';

const NAMES: Record<Agreement, string> = {
  ceasefire: 'Ceasefire',
  supply_pact: 'Supply pact',
  tribute: 'Tribute',
  levy: 'Levy',
  intel_pact: 'Intel pact',
  safe_passage: 'Safe passage',
  joint_offensive: 'Joint offensive',
};

export const agreementName = (agreement: Agreement) => NAMES[agreement];

/** "in 2 rounds", counted from now. */
export function rounds(until: number, now: number): string {
  const left = until - now;
  if (left <= 0) return 'now';
  return left === 1 ? 'next round' : `in ${left} rounds`;
}
