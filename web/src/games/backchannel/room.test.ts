import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BackchannelReference, BackchannelSetup } from './api';
import { notices } from '../../lib/notices.svelte';
import { FakeSocket, latest } from '../../test/FakeSocket';
import { BackchannelRoom } from './room.svelte';
import { map, seated } from './test/seated';

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

it('taps on the shoulder of whoever is made a proposal, and of nobody else', () => {
  const tell = vi.spyOn(notices, 'tell');
  const proposed = (to: number) => ({ type: 'proposed', id: { from: 1, number: 0 }, to });
  latest().hear({ type: 'news', seq: 2, log: [line(0, proposed(1), 'not yours')], view: {} });
  expect(tell).not.toHaveBeenCalled();
  latest().hear({ type: 'news', seq: 3, log: [line(1, proposed(0), 'Brandt proposes')], view: {} });
  expect(tell).toHaveBeenCalledWith('Brandt proposes');
});
