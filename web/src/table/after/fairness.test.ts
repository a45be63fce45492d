import { describe, expect, it } from 'vitest';
import { bytes, fingerprint, keepSeal, keptSeal } from './fairness';

describe('fairness', () => {
  it('works out the SHA-256 of the bytes of a seed', async () => {
    expect([...bytes('00ff10')]).toEqual([0, 255, 16]);
    expect(await fingerprint('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });
  it('remembers the first seal it saw', () => {
    keepSeal('t', 'aa');
    keepSeal('t', 'bb');
    expect(keptSeal('t')).toBe('aa');
  });
});
