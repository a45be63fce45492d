import { describe, expect, it } from 'vitest';
import type { Lockout, Own, Proposal, Score } from '../api';
import { closed } from './closed';

const own = { sent: [], lockouts: [] } as unknown as Own;
const scores = [{ is_in: true }, { is_in: true }, { is_in: false }] as Score[];

describe('a seat that cannot be proposed to', () => {
  it('says why a lockout is and how long it lasts', () => {
    const after = (after: Lockout['after']) =>
      closed({ ...own, lockouts: [{ with: 1, windows: 2, after }] }, scores, 1);
    expect(after('deal')?.text).toContain('made a deal');
    expect(after('deal')?.text).toContain('2 more back rooms');
    expect(after('deal')?.clause).toBe('BC-602');
    expect(after('decline')?.text).toContain('Declined');
    expect(after('decline')?.clause).toBe('BC-604');
  });
  it('says that a proposal is open, or that the seat is out', () => {
    expect(closed({ ...own, sent: [{ to: 1 } as Proposal] }, scores, 1)?.clause).toBe('BC-506');
    expect(closed(own, scores, 2)?.text).toContain('Out');
  });
  it('is silent where nothing stands in the way', () => {
    expect(closed(own, scores, 1)).toBeNull();
  });
});
