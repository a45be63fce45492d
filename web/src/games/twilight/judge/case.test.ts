import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Case } from './case.svelte';

describe('a case before the judge', () => {
  const address = vi.spyOn(history, 'replaceState');

  beforeEach(() => {
    vi.useFakeTimers();
    history.replaceState(null, '', '/judge');
    address.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
    history.replaceState(null, '', '/');
  });

  it('is in the address once the writing of it pauses', async () => {
    const it = new Case({ about: 'A deal' });
    await vi.advanceTimersByTimeAsync(500);
    vi.useRealTimers();
    await vi.waitFor(() => expect(location.hash).toMatch(/^#s=/), 30_000);
    it.leave();
  });

  it('has the neighbours that the judge assumes until somebody lists them', () => {
    const it = new Case({ players: ['Ann', 'Bob', 'Cid'] });
    for (const neighbours of [true, false]) {
      expect(it.areNeighbours(0, 1, { neighbours, issues: [] })).toBe(neighbours);
    }
    const assumed = { neighbours: true, issues: [] };
    it.setNeighbours(0, 1, false, assumed);
    expect(it.situation.neighbours).toEqual([
      ['Ann', 'Cid'],
      ['Bob', 'Cid'],
    ]);
    expect(it.areNeighbours(0, 1, assumed)).toBe(false);
    it.leave();
  });

  it('asks a question that has no deal, and nothing where there is neither', async () => {
    const asked: unknown[] = [];
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation((request, init) => {
      asked.push(request instanceof Request ? request.url : String(request), init?.body);
      return Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }));
    });
    const it = new Case({ players: ['Ann', 'Bob'], moment: { step: 'vote', asked: 'Ann' } });
    await vi.advanceTimersByTimeAsync(400);
    expect(fetched).not.toHaveBeenCalled();
    it.set({ may: { play: 'Bribery' } });
    await vi.advanceTimersByTimeAsync(400);
    expect(fetched).toHaveBeenCalledOnce();
    it.leave();
    fetched.mockRestore();
  });

  it('leaves the address alone once one has left, even if it was just being packed', async () => {
    const it = new Case({ about: 'A deal' });
    const packed = vi.spyOn(it, 'link');
    await vi.advanceTimersByTimeAsync(500);
    it.leave();
    it.open({ about: 'From a link' });
    vi.useRealTimers();
    await packed.mock.results[0]!.value;
    expect(it.situation.about).toBe('A deal');
    expect(address).not.toHaveBeenCalled();
  });
});
