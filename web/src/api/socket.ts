/**
 * The line to a table. It reconnects by itself, resumes where it broke off, and sends a command under
 * one id until it is answered: the server does what has the same id once.
 */
import type { Language, Problem, Schemas } from './types';
import { uniqueId } from '../lib/unique';
import { away, Refused } from './client';
import { asked, type Visit } from './visit';

export type LineStatus = 'connecting' | 'live' | 'stale' | 'closed';

type AnyCommand = Schemas['AnyCommand'];

/** What the line itself reads of what it hears. */
type Heard =
  | { type: 'view' | 'news'; seq: number }
  | { type: 'accepted'; id: string; seq: number }
  | { type: 'refused'; id: string; problem: Problem }
  | { type: 'table' | 'problem' | 'pong' };

export interface LineEvents<Told> {
  message(message: Told): void;
  status(status: LineStatus): void;
  /** The session has ended, here or elsewhere: the line is closed for good. */
  signedOut(): void;
}

interface Unanswered {
  command: AnyCommand;
  resolve(seq: number): void;
  reject(error: Refused): void;
}

/** The close code of a line whose session has ended. */
const SIGNED_OUT = 4401;
/** Carried out, with an effect that the news of that number shows. */
interface Accepted {
  seq: number;
  resolve(seq: number): void;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8_000;
const PING_EVERY = 20_000;
/** Without a sign of life for so long after one asked for it, the line is taken for dead. */
const SILENCE = 12_000;

export class TableLine<Told extends Heard = Schemas['AnyMessage']> {
  #socket: WebSocket | null = null;
  #unanswered = new Map<string, Unanswered>();
  #accepted: Accepted[] = [];
  #seq: number | null = null;
  #pause = FIRST_PAUSE;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #answersPings = false;
  #closed = false;

  constructor(
    private readonly address: (since: number | null) => string,
    private readonly events: LineEvents<Told>,
  ) {
    addEventListener('online', this.#now);
    addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#now);
    this.#connect();
  }

  /** Resolves when the command is carried out and its effect has been told; rejects with the reason when it is refused. */
  send(command: AnyCommand): Promise<number> {
    if (this.#closed) return Promise.reject(new Refused(away()));
    const id = uniqueId();
    return new Promise((resolve, reject) => {
      this.#unanswered.set(id, { command, resolve, reject });
      this.#post(id, command);
    });
  }

  /** Asks for everything anew, when something does not fit. */
  refresh(): void {
    this.#seq = null;
    this.#socket?.close();
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#now);
    removeEventListener('offline', this.#drop);
    document.removeEventListener('visibilitychange', this.#now);
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    this.#socket?.close();
    for (const { reject } of this.#unanswered.values()) reject(new Refused(away()));
    this.#unanswered.clear();
    for (const { seq, resolve } of this.#accepted.splice(0)) resolve(seq);
    this.events.status('closed');
  }

  #post(id: string, command: AnyCommand): void {
    const request: Schemas['Request'] = { type: 'command', id, command };
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  #now = (): void => {
    const waiting = this.#socket === null && !this.#closed;
    if (waiting && document.visibilityState !== 'hidden') {
      clearTimeout(this.#retry);
      this.#connect();
    }
  };

  /** Without a network nobody answers the goodbye of a socket, so it is not waited for. */
  #drop = (): void => {
    const socket = this.#socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#lost();
  };

  #connect(): void {
    this.events.status(this.#seq === null ? 'connecting' : 'stale');
    const socket = new WebSocket(this.address(this.#seq));
    this.#socket = socket;
    socket.onopen = () => {
      this.#pause = FIRST_PAUSE;
      this.#heard = Date.now();
      this.events.status('live');
      for (const [id, { command }] of this.#unanswered) this.#post(id, command);
      this.#ping = setInterval(() => this.#askForLife(socket), PING_EVERY);
    };
    socket.onmessage = ({ data }) => this.#take(JSON.parse(String(data)) as Told);
    socket.onclose = ({ code }) => (code === SIGNED_OUT ? this.#signedOut() : this.#lost());
  }

  #askForLife(socket: WebSocket): void {
    const asked = Date.now();
    socket.send('{"type":"ping"}');
    setTimeout(() => {
      if (this.#heard >= asked) this.#answersPings = true;
      else if (this.#answersPings && socket === this.#socket) socket.close();
    }, SILENCE);
  }

  #lost(): void {
    clearInterval(this.#ping);
    this.#socket = null;
    if (this.#closed) return;
    this.events.status(this.#seq === null ? 'connecting' : 'stale');
    this.#retry = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  #signedOut(): void {
    this.close();
    this.events.signedOut();
  }

  #take(message: Told): void {
    this.#heard = Date.now();
    if (message.type === 'view') this.#seq = message.seq;
    if (message.type === 'news') {
      if (this.#seq !== null && message.seq <= this.#seq) return;
      if (this.#seq === null || message.seq > this.#seq + 1) return this.refresh();
      this.#seq = message.seq;
    }
    this.events.message(message);
    if (message.type === 'accepted') this.#accept(message.id, message.seq);
    if (message.type === 'refused') this.#refuse(message.id, message.problem);
    this.#settle();
  }

  #accept(id: string, seq: number): void {
    const waiting = this.#answered(id);
    if (waiting) this.#accepted.push({ seq, resolve: waiting.resolve });
  }

  /** The answer may come before the news: whoever waits must not act on what was shown before. */
  #settle(): void {
    const known = this.#seq;
    if (known === null) return;
    const [told, untold] = [[], []] as [Accepted[], Accepted[]];
    for (const each of this.#accepted) (each.seq <= known ? told : untold).push(each);
    this.#accepted = untold;
    for (const { seq, resolve } of told) resolve(seq);
  }

  #refuse(id: string, problem: Problem): void {
    this.#answered(id)?.reject(new Refused(problem));
  }

  #answered(id: string): Unanswered | undefined {
    const waiting = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    return waiting;
  }
}

export function lineAddress(table: string, visit: Visit, lang?: Language) {
  return (since: number | null): string => {
    const url = new URL(`/api/v1/tables/${table}/socket${asked(visit, { lang, since })}`, location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    return url.href;
  };
}
