import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalLine } from './api';
import { notices } from '../../lib/notices.svelte';
import { FakeSocket } from '../../test/FakeSocket';
import { TwilightRoom } from './room.svelte';
import { deskReference, deskSetup, known } from './test/desk';
import { galaxy, planet, system } from './test/galaxy';

const line = (n: number, text = `line ${n}`): JournalLine => ({
  n,
  round: 1,
  filters: [],
  notice: { type: 'drew', seat: 0, card: null },
  line: [{ piece: 'text', text }],
});
const view = (seq: number, log: JournalLine[], changes = {}) => ({
  ...known(changes),
  type: 'view',
  seq,
  log,
});

describe('the rooms of a scribe', () => {
  let ann: TwilightRoom;
  let bob: TwilightRoom;
  const ends: (() => void)[] = [];
  const socket = (seat: number) => FakeSocket.all.filter(({ url }) => url.includes(`seat=${seat}`)).at(-1)!;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
    FakeSocket.all = [];
    [ann, bob] = [0, 1].map((seat) => new TwilightRoom('t', { seat }, deskSetup, deskReference)) as [
      TwilightRoom,
      TwilightRoom,
    ];
    bob.inFront = false;
    ends.push(ann.connect(), bob.connect());
    for (const made of FakeSocket.all) made.open();
    socket(0).hear(view(1, [line(0)]));
    socket(1).hear(view(1, [line(0)]));
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('hear of every seat by a line of its own, and read out only what is in front', () => {
    const said = vi.spyOn(notices, 'announce');
    socket(1).hear({ type: 'news', seq: 2, log: [line(1, 'for Bob')], view: {} });
    expect(bob.log).toHaveLength(2);
    expect(ann.log).toHaveLength(1);
    expect(said).not.toHaveBeenCalled();
    socket(0).hear({ type: 'news', seq: 2, log: [line(1, 'for Ann')], view: {} });
    expect(said).toHaveBeenCalledWith('for Ann');
  });

  it('have the map that the server tells, and follow what changes on it', () => {
    const lodor = { ...system([0, 0]), name: 'Lodor', units: [0], planets: [{ ...planet('Lodor'), controller: 0 }] };
    const map = galaxy([lodor, { ...system([0, 1]), name: 'Quann' }]);
    const path = { link: 'edge', here: 0, there: 1, by: null, words: 'Lodor touches Quann' } as const;
    socket(1).hear(view(2, [line(0)], { view: { galaxy: map, neighbours: [{ seats: [0, 1], path }] } }));
    expect(bob.galaxy).toEqual(map);
    expect(bob.neighbours(1, 0)?.path?.words).toBe('Lodor touches Quann');
    // What is in the journal changes nothing: all that changes is in the view.
    const traded = { ...lodor, units: [], planets: [{ ...planet('Lodor'), controller: 1 }] };
    const changed = { galaxy: { systems: { 0: traded } }, neighbours: [] };
    socket(1).hear({ type: 'news', seq: 3, log: [line(1)], view: changed });
    expect(bob.galaxy?.systems[0]).toEqual(traded);
    expect(bob.galaxy?.systems[1]).toEqual(map.systems[1]);
    expect(bob.areNeighbours(0, 1)).toBe(false);
  });

  it('count what waits for a seat', () => {
    expect(bob.waiting).toBe(0);
    socket(1).hear(view(2, [line(0)], { own: { waiting: 1 } }));
    expect(bob.waiting).toBe(1);
  });

  it('say since when a line is broken, and come back by themselves', async () => {
    socket(1).close();
    expect([ann.brokeAt, bob.status]).toEqual([null, 'stale']);
    expect(bob.brokeAt).not.toBeNull();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(socket(1).url).toContain('since=1');
    socket(1).open();
    expect([bob.status, bob.brokeAt]).toEqual(['live', null]);
  });

  it('send the same thing once, however often it is pressed and however the line breaks', async () => {
    const [first, second] = [bob.attempt({ type: 'leave' }), bob.attempt({ type: 'leave' })];
    expect(bob.busy).toBe(true);
    expect(socket(1).sent).toHaveLength(1);
    expect(socket(0).sent).toHaveLength(0);
    const [sent] = socket(1).sent;
    socket(1).close();
    await vi.advanceTimersByTimeAsync(2_000);
    socket(1).open();
    expect(socket(1).sent).toEqual([sent]);
    socket(1).hear({
      type: 'refused',
      id: sent!.id,
      problem: {
        type: 'refused',
        status: 422,
        title: '',
        detail: 'The last two players cannot leave.',
        clause: 'TI-64',
      },
    });
    expect(await first).toMatchObject({ clause: 'TI-64' });
    expect(await second).toMatchObject({ clause: 'TI-64' });
    expect(bob.busy).toBe(false);
  });

  it('begin their journal anew where a part of it is missing', () => {
    socket(0).hear(view(9, [line(40), line(41)]));
    expect(ann.log.map(({ n }) => n)).toEqual([40, 41]);
    socket(0).hear(view(10, [line(41), line(42)]));
    expect(ann.log.map(({ n }) => n)).toEqual([40, 41, 42]);
  });
});
