import { describe, expect, it } from 'vitest';
import { begin, follow, joinLog, type LogLine, type Shapes, type ViewMessage } from './known';

const line = (n: number) => ({ n }) as LogLine;
const view = { round: 1 };

describe('news', () => {
  it('adds log lines once, before and after', () => {
    const log = [line(3), line(4)];
    expect(joinLog(log, [line(1), line(2), line(3)]).map((l) => l.n)).toEqual([1, 2, 3, 4]);
    expect(joinLog(log, [line(4), line(5)]).map((l) => l.n)).toEqual([3, 4, 5]);
    expect(joinLog(log, [line(4)])).toBe(log);
    expect(joinLog([], log)).toEqual(log);
  });

  it('a fresh view keeps the log that it continues', () => {
    const message = { type: 'view', seq: 9, seat: 0, view, options: null, log: [line(4), line(5)] };
    const before = begin({ ...message, log: [line(3), line(4)] } as unknown as ViewMessage<Shapes>);
    const after = begin(message as unknown as ViewMessage<Shapes>, before);
    expect(after.log.map((l) => l.n)).toEqual([3, 4, 5]);
    const gap = begin({ ...message, log: [line(8)] } as unknown as ViewMessage<Shapes>, before);
    expect(gap.log.map((l) => l.n)).toEqual([8]);
  });

  it('moves the sequence on', () => {
    const message = { type: 'view', seq: 9, seat: 0, view, options: null, log: [] };
    const before = begin(message as unknown as ViewMessage<Shapes>);
    const patch = (was: object, now: object) => ({ ...was, ...now });
    expect(follow(before, { type: 'news', seq: 10, log: [line(0)], view: { round: 2 } }, patch).seq).toBe(10);
  });
});
