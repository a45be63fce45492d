import { describe, expect, it } from 'vitest';
import { known } from '../games/twilight/test/desk';
import { galaxy, system } from '../games/twilight/test/galaxy';
import { begin, follow, joinLog, patchDesk, patchView } from './patch';
import type { BackchannelLogLine, BackchannelView, Own, ViewMessage } from './types';

const line = (n: number) => ({ n }) as BackchannelLogLine;
const view = {
  round: 1,
  lands: ['unknown', 'unknown', 'unknown'],
  own: { seat: 0, deploy: 3, bonus: 1 } as Own,
  truces: [],
} as unknown as BackchannelView;

describe('news', () => {
  it('replaces parts whole, merges what is one’s own and changes single lands', () => {
    const seen = { seen: { owner: 1, troops: 4 } };
    const next = patchView(view, { round: 2, own: { deploy: 0 }, lands: { 1: seen } });
    expect(next.round).toBe(2);
    expect(next.own).toEqual({ seat: 0, deploy: 0, bonus: 1 });
    expect(next.lands).toEqual(['unknown', seen, 'unknown']);
    expect(view.lands[1]).toBe('unknown');
  });

  it('of a desk changes single players and single systems, and merges what is one’s own', () => {
    const { view: desk } = known({ galaxy: galaxy([system([0, 0]), system([0, 1])], { hil_colish: 1 }) });
    const system1 = { ...system([0, 1]), units: [1] };
    const bob = { ...desk.players[1]!, trade_goods: 9 };
    const next = patchDesk(desk, {
      round: 3,
      players: { 1: bob },
      own: { secrets: ['Control'] },
      galaxy: { systems: { 1: system1 } },
    });
    expect(next.round).toBe(3);
    expect(next.players).toEqual([desk.players[0], bob]);
    expect(next.own).toEqual({ ...desk.own, secrets: ['Control'] });
    expect(next.galaxy).toEqual({ ...desk.galaxy, systems: [desk.galaxy?.systems[0], system1] });
    const bent = { ...desk.galaxy!.modifiers, hil_colish: 0 };
    expect(patchDesk(next, { galaxy: { modifiers: bent } }).galaxy).toEqual({ ...next.galaxy, modifiers: bent });
  });

  it('adds log lines once, before and after', () => {
    const log = [line(3), line(4)];
    expect(joinLog(log, [line(1), line(2), line(3)]).map((l) => l.n)).toEqual([1, 2, 3, 4]);
    expect(joinLog(log, [line(4), line(5)]).map((l) => l.n)).toEqual([3, 4, 5]);
    expect(joinLog(log, [line(4)])).toBe(log);
    expect(joinLog([], log)).toEqual(log);
  });

  it('a fresh view keeps the log that it continues', () => {
    const message = { type: 'view', seq: 9, seat: 0, view, options: null, log: [line(4), line(5)] };
    const before = begin({ ...message, log: [line(3), line(4)] } as unknown as ViewMessage);
    const after = begin(message as unknown as ViewMessage, before);
    expect(after.log.map((l) => l.n)).toEqual([3, 4, 5]);
    const gap = begin({ ...message, log: [line(8)] } as unknown as ViewMessage, before);
    expect(gap.log.map((l) => l.n)).toEqual([8]);
  });

  it('moves the sequence on', () => {
    const message = { type: 'view', seq: 9, seat: 0, view, options: null, log: [] };
    const before = begin(message as unknown as ViewMessage);
    expect(follow(before, { type: 'news', seq: 10, log: [line(0)], view: {} }).seq).toBe(10);
  });
});
