import { describe, expect, it } from 'vitest';
import type {
  BackchannelHistory,
  BackchannelLogLine,
  BackchannelView,
  BackchannelNewsMessage,
  BackchannelViewMessage,
} from '../api';
import { Replay } from './replay';

const first = {
  type: 'view',
  seq: 0,
  seat: null,
  options: null,
  log: [],
  view: { round: 0, lands: [] } as unknown as BackchannelView,
};
const news = (seq: number): BackchannelNewsMessage => ({
  type: 'news',
  seq,
  log: [{ n: seq - 1 } as BackchannelLogLine],
  view: seq % 50 === 1 ? { round: Math.ceil(seq / 50) } : {},
});
const history = [
  first as unknown as BackchannelViewMessage,
  ...Array.from({ length: 200 }, (_, place) => news(place + 1)),
] as BackchannelHistory;

describe('a replay', () => {
  const replay = new Replay(history);

  it('shows any step, forwards and backwards', () => {
    expect(replay.last).toBe(200);
    for (const step of [130, 0, 64, 63, 200, 1]) {
      expect(replay.at(step).seq).toBe(step);
      expect(replay.at(step).log).toHaveLength(step);
    }
  });

  it('stays within its ends', () => {
    expect(replay.at(-3).seq).toBe(0);
    expect(replay.at(999).seq).toBe(200);
  });

  it('knows where rounds begin', () => {
    expect(replay.rounds).toEqual([1, 2, 3, 4].map((round) => ({ round, step: (round - 1) * 50 + 1 })));
  });
});
