/** A desk as one of its seats knows it, and the line by which it hears of it. */
import { getContext, setContext } from 'svelte';
import { problem } from '../../api/client';
import { patchDesk } from '../../api/patch';
import { lineAddress, TableLine, type LineStatus } from '../../api/socket';
import * as api from './api';
import type {
  DeskMessage,
  Galaxy,
  JournalLine,
  OwnHand,
  PlayerView,
  TwilightCommand,
  TwilightOptions,
  TwilightReference,
  TwilightSetup,
  TwilightView,
} from './api';
import type { Problem, Seat, TableNews } from '../../api/types';
import type { Visit } from '../../api/visit';
import { notices } from '../../lib/notices.svelte';
import { continues, join } from './journal';
import type { Draft } from './parts/terms';
import type { Names } from './parts/words';

interface Known {
  view: TwilightView;
  options: TwilightOptions | null;
  log: JournalLine[];
  table: TableNews;
}

export interface Writing {
  partner: Seat;
  drafts: Draft[];
  kind: 'transaction' | 'deal';
}

export class TwilightRoom implements Names {
  known = $state.raw<Known | null>(null);
  status = $state<LineStatus>('connecting');
  /** When the line broke; what is shown may be older than what has happened since. */
  brokeAt = $state<number | null>(null);
  /** Whether this is the seat that one looks from; another's news is not read out. */
  inFront = true;
  /** The offer in the making, which outlasts the panel and the look from another seat. */
  writing: Writing | null = null;
  /** A system that the journal points at, with a number to tell one pointing from the next. */
  pointed = $state.raw<{ system: number; key: number } | null>(null);
  readonly seat: Seat | null;
  #line: TableLine<DeskMessage> | null = null;
  /** Commands that have not been answered; the same one is not sent again before it is. */
  #open = new Map<string, Promise<Problem | null>>();
  #unanswered = $state(0);
  #older: Promise<void> | null = null;

  constructor(
    readonly id: string,
    readonly visit: Visit,
    readonly setup: TwilightSetup,
    readonly reference: TwilightReference,
  ) {
    this.seat = visit.seat ?? null;
  }

  connect(): () => void {
    const line = new TableLine<DeskMessage>(lineAddress(this.id, this.visit), {
      message: (message) => this.#take(message),
      status: (status) => this.#setStatus(status),
      signedOut: () => location.reload(),
    });
    this.#line = line;
    return () => line.close();
  }

  /** A desk that is looked at, not kept: for tests. */
  show(known: Known): void {
    this.known = known;
  }

  get view(): TwilightView {
    return (this.known as Known).view;
  }
  get own(): OwnHand | null {
    return this.known?.view.own ?? null;
  }
  get me(): PlayerView | null {
    return this.seat === null ? null : (this.known?.view.players[this.seat] ?? null);
  }
  get log(): JournalLine[] {
    return this.known?.log ?? [];
  }
  get busy(): boolean {
    return this.#unanswered > 0;
  }
  get over(): boolean {
    return this.known?.table.over ?? false;
  }
  /** Whether there is anything to do here, rather than only to read. */
  get plays(): boolean {
    return this.seat !== null && !this.over && this.me?.is_in !== false;
  }

  /** How much waits for this seat: offers to answer, and what it has to do before the table goes on. */
  get waiting(): number {
    if (!this.known || !this.plays) return 0;
    const { pillages, demands, takings, owed } = this.view;
    const asked = [...pillages, ...takings].filter(([by]) => by === this.seat).length;
    const demanded = demands.filter(([, from]) => from === this.seat).length;
    return (this.own?.received.length ?? 0) + asked + demanded + owed.filter(({ by }) => by === this.seat).length;
  }

  player(seat: Seat): string {
    return this.known?.view.players[seat]?.name ?? this.setup.players[seat]?.name ?? `Seat ${seat + 1}`;
  }
  faction(seat: Seat): string {
    const id = this.known?.view.players[seat]?.faction;
    return this.reference.factions.find((faction) => faction.id === id)?.short ?? id ?? '';
  }
  /** How two players come to be neighbours; nothing if they are none. */
  neighbours(one: Seat, other: Seat): TwilightView['neighbours'][number] | undefined {
    return this.view.neighbours.find(({ seats }) => seats.includes(one) && seats.includes(other));
  }
  areNeighbours(one: Seat, other: Seat): boolean {
    return one !== other && this.neighbours(one, other) !== undefined;
  }
  hasTransacted(one: Seat, other: Seat): boolean {
    return this.view.transacted.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
  }

  /** The commands of one kind that may be given now. */
  can<T extends TwilightCommand['type']>(type: T): Extract<TwilightCommand, { type: T }>[] {
    const all = this.plays ? (this.known?.options?.commands ?? []) : [];
    return all.filter((command): command is Extract<TwilightCommand, { type: T }> => command.type === type);
  }

  get galaxy(): Galaxy | null {
    return this.known?.view.galaxy ?? null;
  }

  /** Sends a command; true if it was carried out. A refusal is told in passing, with its clause. */
  async order(command: TwilightCommand): Promise<boolean> {
    const refused = await this.attempt(command);
    if (refused) notices.tellProblem(refused);
    return refused === null;
  }

  /** Sends a command; null if it was carried out, else why not. */
  attempt(command: TwilightCommand): Promise<Problem | null> {
    const key = JSON.stringify(command);
    const open = this.#open.get(key) ?? this.#send(command).finally(() => this.#open.delete(key));
    this.#open.set(key, open);
    return open;
  }

  async #send(command: TwilightCommand): Promise<Problem | null> {
    if (!this.#line) return null;
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

  /** Fetches older lines of the journal, if there are any. */
  loadOlder(): Promise<void> {
    const first = this.log[0]?.n ?? 0;
    if (first === 0 || !this.known) return Promise.resolve();
    this.#older ??= api
      .journal(this.id, this.visit, first)
      .then((lines) => {
        if (this.known) this.known = { ...this.known, log: join(this.known.log, lines) };
      }, notices.refuse.bind(notices))
      .finally(() => (this.#older = null));
    return this.#older;
  }

  #setStatus(status: LineStatus): void {
    this.status = status;
    if (status === 'live') this.brokeAt = null;
    else this.brokeAt ??= Date.now();
  }

  #take(message: DeskMessage): void {
    if (message.type === 'view') {
      const { view, options, log, table } = message;
      const had = this.log;
      this.known = { view, options, table, log: continues(had, log) ? join(had, log) : log };
    } else if (message.type === 'news' && this.known) {
      this.known = {
        view: patchDesk(this.known.view, message.view),
        options: message.options ?? this.known.options,
        log: join(this.known.log, message.log),
        table: message.table ?? this.known.table,
      };
      this.#announce(message.log);
    } else if (message.type === 'table' && this.known) {
      this.known = { ...this.known, table: message.table };
    } else if (message.type === 'problem') {
      notices.tell(message.problem.detail);
    }
  }

  #announce(lines: JournalLine[]): void {
    const text = lines.map(({ line }) => line.map((piece) => piece.text).join('')).join(' ');
    if (text && this.inFront) notices.announce(text);
  }
}

const KEY = Symbol('desk room');
export const provideRoom = (room: TwilightRoom) => setContext(KEY, room);
export const useRoom = () => getContext<TwilightRoom>(KEY);
