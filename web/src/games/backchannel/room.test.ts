import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackchannelReference, BackchannelSetup } from './api';
import { still } from '../../lib/media.svelte';
import { notices } from '../../lib/notices.svelte';
import { FakeSocket, latest } from '../../test/FakeSocket';
import { BackchannelRoom } from './room.svelte';
import { map, seated } from './test/seated';
import { suspense } from './turn/dice';

const over = vi.fn();
let room: BackchannelRoom;
let end = () => {};
const table = { clock: null, paused: false, over: false, seats: [] };
const line = (n: number, notice: object, text: string) => ({
  n,
  round: 1,
  filters: [],
  notice,
  line: [{ piece: 'text', text }],
});

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket);
  over.mockClear();
  const setup = { map, names: [] } as unknown as BackchannelSetup;
  room = new BackchannelRoom('t', setup, {} as BackchannelReference, {}, over);
  end = room.connect();
  latest().open();
  latest().hear({ type: 'view', ...seated().room.known, seq: 1, table });
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

it('says once that the game is over', () => {
  expect(over).not.toHaveBeenCalled();
  latest().hear({ type: 'news', seq: 2, log: [], view: {}, table: { ...table, over: true } });
  latest().hear({ type: 'news', seq: 3, log: [], view: {}, table: { ...table, over: true } });
  expect(over).toHaveBeenCalledOnce();
});

it('follows the clock of the server', () => {
  const clock = { now: Date.now() + 60_000 };
  latest().hear({ type: 'table', table: { ...table, clock } });
  expect(room.ahead).toBeGreaterThan(50_000);
});

describe('a fight', () => {
  const dice = { attack: [6, 0, 0], defence: [1, 0], fortified: 0 };
  const beaten = { attack: [false, false, false], defence: [true, false] };
  const report = { rolls: 1, attacker_lost: 0, defender_lost: 1, dice, beaten };
  const fought = (n: number) =>
    line(n, { type: 'fought', attacker: 0, defender: 1, from: 0, to: 1, report }, 'Ada attacks');
  const strike = (seq: number, n: number) =>
    latest().hear({ type: 'news', seq, log: [fought(n)], view: { round: seq } });

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is thrown before the map and the log tell of it, and what comes meanwhile waits with them', () => {
    strike(2, 0);
    latest().hear({ type: 'news', seq: 3, log: [line(1, { type: 'passed', seat: 1 }, 'Brandt passes')], view: {} });
    expect(room.fight?.key).toBe(0);
    expect([room.log.length, room.view.round, room.busy]).toEqual([0, 3, true]);
    vi.advanceTimersByTime(suspense(1));
    expect([room.log.length, room.view.round, room.busy]).toEqual([2, 2, false]);
  });

  it('can be skipped, and makes way for the next one', () => {
    strike(2, 0);
    room.settle();
    expect(room.log).toHaveLength(1);
    strike(3, 1);
    strike(4, 2);
    expect([room.log.length, room.fight?.key, room.rolling]).toEqual([2, 2, true]);
  });

  it('waits for nothing where nothing should move', () => {
    vi.spyOn(still, 'current', 'get').mockReturnValue(true);
    strike(2, 0);
    expect([room.log.length, room.rolling]).toEqual([1, false]);
    vi.restoreAllMocks();
  });

  it('gives way to a whole view', () => {
    strike(2, 0);
    latest().hear({ type: 'view', ...seated().room.known, seq: 5, table, log: [fought(0)] });
    expect([room.log.length, room.rolling]).toEqual([1, false]);
  });
});

it('taps on the shoulder of whoever is made a proposal, and of nobody else', () => {
  const tell = vi.spyOn(notices, 'tell');
  const proposed = (to: number) => ({ type: 'proposed', id: { from: 1, number: 0 }, to });
  latest().hear({ type: 'news', seq: 2, log: [line(0, proposed(1), 'not yours')], view: {} });
  expect(tell).not.toHaveBeenCalled();
  latest().hear({ type: 'news', seq: 3, log: [line(1, proposed(0), 'Brandt proposes')], view: {} });
  expect(tell).toHaveBeenCalledWith('Brandt proposes');
});
