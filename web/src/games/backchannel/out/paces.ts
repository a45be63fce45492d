/** How fast bots move, as people choose it. */
export const PACES = [
  { ms: 1500, text: 'Slow' },
  { ms: 700, text: 'Normal' },
  { ms: 250, text: 'Fast' },
  { ms: 0, text: 'At once' },
];

/** The choice that is nearest to a pace. */
export const nearest = (ms: number) =>
  PACES.reduce((best, pace) => (Math.abs(pace.ms - ms) < Math.abs(best.ms - ms) ? pace : best)).ms;
