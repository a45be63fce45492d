import { describe, expect, it } from 'vitest';
import { match } from './router.svelte';

describe('paths', () => {
  it('give their parts by name', () => {
    expect(match('/t/:table', '/t/a1b2')).toEqual({ table: 'a1b2' });
    expect(match('/', '/')).toEqual({});
  });
  it('fit as a whole or not at all', () => {
    expect(match('/t/:table', '/t/a1b2/replay')).toBeNull();
    expect(match('/judge', '/desk')).toBeNull();
  });
});
