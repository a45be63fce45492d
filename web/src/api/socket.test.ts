import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket, latest } from '../test/FakeSocket';
import { TableLine } from './socket';
import type { Schemas } from './types';

describe('the line to a table', () => {
  const heard: Schemas['AnyMessage'][] = [];
  const statuses: string[] = [];
  const signedOut = vi.fn();
  let line: TableLine;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
    FakeSocket.all = [];
    heard.length = statuses.length = 0;
    line = new TableLine((since) => `ws://table?since=${since}`, {
      message: (message) => heard.push(message),
      status: (status) => statuses.push(status),
      signedOut,
    });
    latest().open();
  });

  afterEach(() => {
    line.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('sends a command again under the same id after a break, and resumes where it was', async () => {
    latest().hear({ type: 'view', seq: 7 });
    const done = line.send({ type: 'pass' });
    const first = latest().sent[0]!;
    latest().close();
    expect(statuses.at(-1)).toBe('stale');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(latest().url).toContain('since=7');
    latest().open();
    expect(latest().sent).toEqual([first]);
    latest().hear({ type: 'news', seq: 8 });
    latest().hear({ type: 'accepted', id: first.id, seq: 8 });
    await expect(done).resolves.toBe(8);
  });

  it('has carried a command out when its effect is told, and not before', async () => {
    latest().hear({ type: 'view', seq: 7 });
    const done = vi.fn();
    const sent = line.send({ type: 'pass' }).then(done);
    latest().hear({ type: 'accepted', id: latest().sent[0]!.id, seq: 9 });
    latest().hear({ type: 'news', seq: 8 });
    await vi.advanceTimersByTimeAsync(0);
    expect(done).not.toHaveBeenCalled();
    latest().hear({ type: 'news', seq: 9 });
    await sent;
    expect(done).toHaveBeenCalledWith(9);
  });

  it('learns of the effect from a fresh view when the line broke between answer and news', async () => {
    latest().hear({ type: 'view', seq: 7 });
    const done = line.send({ type: 'pass' });
    latest().hear({ type: 'accepted', id: latest().sent[0]!.id, seq: 8 });
    latest().close();
    await vi.advanceTimersByTimeAsync(2_000);
    latest().open();
    latest().hear({ type: 'view', seq: 12 });
    await expect(done).resolves.toBe(8);
    expect(latest().sent).toEqual([]);
  });

  it('does not send again what was answered', async () => {
    latest().hear({ type: 'view', seq: 1 });
    const done = line.send({ type: 'pass' });
    latest().hear({ type: 'accepted', id: latest().sent[0]!.id, seq: 1 });
    await done;
    latest().close();
    await vi.advanceTimersByTimeAsync(2_000);
    latest().open();
    expect(latest().sent).toEqual([]);
  });

  it('is broken as soon as the network is gone, and tries again by itself', async () => {
    latest().hear({ type: 'view', seq: 7 });
    dispatchEvent(new Event('offline'));
    expect(statuses.at(-1)).toBe('stale');
    const made = FakeSocket.all.length;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(FakeSocket.all).toHaveLength(made + 1);
    latest().open();
    expect(statuses.at(-1)).toBe('live');
  });

  it('does not come back when the session has ended', async () => {
    const waiting = line.send({ type: 'pass' });
    const made = FakeSocket.all.length;
    latest().close(4401);
    await expect(waiting).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(made);
    expect(statuses.at(-1)).toBe('closed');
    expect(signedOut).toHaveBeenCalledOnce();
  });

  it('rejects with the reason of a refusal', async () => {
    const done = line.send({ type: 'pass' });
    const problem = { type: 'refused', status: 422, title: '', detail: 'It is not your turn.' };
    latest().hear({ type: 'refused', id: latest().sent[0]!.id, problem });
    await expect(done).rejects.toThrow('It is not your turn.');
  });

  it('drops news it has had and asks anew when some are missing', async () => {
    latest().hear({ type: 'view', seq: 3 });
    latest().hear({ type: 'news', seq: 3 });
    latest().hear({ type: 'news', seq: 4 });
    expect(heard.map((message) => message.type)).toEqual(['view', 'news']);
    latest().hear({ type: 'news', seq: 6 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(latest().url).toContain('since=null');
  });
});
