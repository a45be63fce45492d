/** A table as one who sits or looks there knows it: what the server told, and the line by which it tells. */
import { away, problem } from '../api/client';
import { lineAddress, TableLine, type LineStatus } from '../api/socket';
import * as tables from '../api/tables';
import type { Language, Problem, Seat, TableNews } from '../api/types';
import type { Visit } from '../api/visit';
import { notices } from '../lib/notices.svelte';
import { begin, follow, joinLog, type Known, type LogLine, type Message, type PatchView, type Shapes } from './known';

export const textOf = ({ line }: LogLine): string => line.map((piece) => piece.text).join('');

export abstract class TableStore<S extends Shapes> {
  known = $state.raw<Known<S> | null>(null);
  status = $state<LineStatus>('connecting');
  /** When the line broke; what is shown may be older than what has happened since. */
  brokeAt = $state<number | null>(null);
  #line: TableLine<Message<S>> | null = null;
  /** Commands that have not been answered; the same one is not sent again before it is. */
  #open = new Map<string, Promise<Problem | null>>();
  #unanswered = $state(0);
  #older: Promise<void> | null = null;

  constructor(
    readonly id: string,
    readonly visit: Visit,
    private readonly patchView: PatchView<S>,
  ) {}

  connect(): () => void {
    const line = new TableLine<Message<S>>(lineAddress(this.id, this.visit, this.language), {
      message: (message) => {
        const arrived = Date.now();
        this.receive(message, () => this.#take(message, arrived));
      },
      status: (status) => this.#setStatus(status),
      signedOut: () => location.reload(),
    });
    this.#line = line;
    return () => line.close();
  }

  /** A table that is looked at, not played, such as a step of a replay. */
  show(known: Known<S>): void {
    this.known = known;
  }

  get view(): S['view'] {
    return (this.known as Known<S>).view;
  }
  get options(): S['options'] | null {
    return this.known?.options ?? null;
  }
  get seat(): Seat | null {
    return this.known?.seat ?? null;
  }
  get news(): TableNews {
    return (this.known as Known<S>).table;
  }
  get log(): S['line'][] {
    return this.known?.log ?? [];
  }
  get busy(): boolean {
    return this.#unanswered > 0;
  }
  get isLive(): boolean {
    return this.#line !== null;
  }

  /** Sends a command; true if it was carried out. A refusal is told in passing, with its clause. */
  async order(command: S['command']): Promise<boolean> {
    const refused = await this.attempt(command);
    if (refused) notices.tellProblem(refused);
    return refused === null;
  }

  /** Sends a command; null if it was carried out, else why not. */
  attempt(command: S['command']): Promise<Problem | null> {
    const key = JSON.stringify(command);
    const open = this.#open.get(key) ?? this.#send(command).finally(() => this.#open.delete(key));
    this.#open.set(key, open);
    return open;
  }

  /** Fetches older lines of the log, if there are any. */
  loadOlder(): Promise<void> {
    const first = this.log[0]?.n ?? 0;
    if (first === 0) return Promise.resolve();
    this.#older ??= tables
      .olderLog<S['line']>(this.id, this.visit, first, this.language)
      .then((lines) => {
        if (this.known) this.known = { ...this.known, log: joinLog(this.known.log, lines) };
      }, notices.refuse.bind(notices))
      .finally(() => (this.#older = null));
    return this.#older;
  }

  /** The language of the log, where it can be chosen. */
  protected get language(): Language | undefined {
    return undefined;
  }

  /** Something has happened; those who listen hear of it. */
  protected onlines(lines: S['line'][]): void {
    const text = lines.map(textOf).join(' ');
    if (text) notices.announce(text);
  }

  /** A message has come; `take` makes it known, at once or later. */
  protected receive(_message: Message<S>, take: () => void): void {
    take();
  }

  /** The table itself has changed: who is there, its clock, whether it is over; and when word of it came. */
  protected ontable(_now: TableNews, _before: TableNews | undefined, _arrived: number): void {}

  async #send(command: S['command']): Promise<Problem | null> {
    if (!this.#line) return away();
    this.#unanswered += 1;
    try {
      await this.#line.send(command);
      return null;
    } catch (error) {
      return problem(error);
    } finally {
      this.#unanswered -= 1;
    }
  }

  #setStatus(status: LineStatus): void {
    this.status = status;
    if (status === 'live') this.brokeAt = null;
    else this.brokeAt ??= Date.now();
  }

  #take(message: Message<S>, arrived: number): void {
    if (message.type === 'problem') return notices.tell(message.problem.detail);
    const before = this.known?.table;
    if (message.type === 'view') this.known = begin(message, this.known);
    else if (!this.known) return;
    else if (message.type === 'news') this.known = follow(this.known, message, this.patchView);
    else if (message.type === 'table') this.known = { ...this.known, table: message.table };
    else return;
    if (this.known.table !== before) this.ontable(this.known.table, before, arrived);
    if (message.type === 'news') this.onlines(message.log);
  }
}
