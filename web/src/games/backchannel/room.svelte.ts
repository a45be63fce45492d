/** A table as this client knows it: what the server told, and the line by which it tells. */
import { getContext, setContext } from 'svelte';
import { begin, follow, joinLog, type Known } from '../../api/patch';
import { lineAddress, TableLine, type LineStatus } from '../../api/socket';
import * as tables from '../../api/tables';
import type {
  BackchannelCommand,
  BackchannelLogLine,
  BackchannelNotice,
  BackchannelOptions,
  BackchannelReference,
  BackchannelSetup,
  BackchannelView,
  Card,
  CardSpec,
  Message,
  Own,
  Seat,
  TableNews,
  Territory,
} from '../../api/types';
import type { Visit } from '../../api/visit';
import { notices } from '../../lib/notices.svelte';
import { language } from '../../lib/preferences.svelte';
import { draw, type Drawing } from './map/geometry';

export type Fight = Extract<BackchannelNotice, { type: 'fought' }>;

export class BackchannelRoom {
  known = $state.raw<Known | null>(null);
  status = $state<LineStatus>('connecting');
  /** Commands that have not been answered. */
  open = $state(0);
  /** The last fight that was seen, with a number to tell it from the one before. */
  fight = $state.raw<{ key: number; fight: Fight } | null>(null);
  /** How far the clock of the server is ahead of ours, in milliseconds. */
  ahead = $state(0);
  #line: TableLine | null = null;
  #older: Promise<void> | null = null;
  readonly drawing: Drawing;

  constructor(
    readonly id: string,
    readonly setup: BackchannelSetup,
    readonly reference: BackchannelReference,
    readonly visit: Visit,
    private readonly onover: () => void,
  ) {
    this.drawing = draw(setup.map);
  }

  connect(): () => void {
    const line = new TableLine(lineAddress(this.id, this.visit, language.value), {
      message: (message) => this.#take(message),
      status: (status) => (this.status = status),
      signedOut: () => location.reload(),
    });
    this.#line = line;
    return () => line.close();
  }

  /** A table that is looked at, not played: a step of a replay. */
  show(known: Known): void {
    this.known = known;
  }

  /** The next step of a replay, or any other; its fights are seen to be fought. */
  see(known: Known): void {
    const next = known.seq === (this.known?.seq ?? -2) + 1;
    const last = known.log.at(-1);
    const fresh = next ? known.log.filter(({ n }) => n > (this.known?.log.at(-1)?.n ?? -1)) : [];
    this.known = known;
    if (last && fresh.length) this.#notice(fresh);
    else this.fight = null;
  }

  get view(): BackchannelView {
    return (this.known as Known).view;
  }
  get options(): BackchannelOptions | null {
    return this.known?.options ?? null;
  }
  get own(): Own | null {
    return this.known?.view.own ?? null;
  }
  get seat(): Seat | null {
    return this.known?.seat ?? null;
  }
  get news(): TableNews {
    return (this.known as Known).table;
  }
  get log(): BackchannelLogLine[] {
    return this.known?.log ?? [];
  }
  get myTurn(): boolean {
    return this.seat !== null && this.view.turn === this.seat;
  }
  get busy(): boolean {
    return this.open > 0;
  }

  name(seat: Seat): string {
    return this.known?.table.seats[seat]?.name ?? this.setup.names[seat] ?? `Seat ${seat + 1}`;
  }
  /** "You" for one's own seat. */
  who(seat: Seat): string {
    return seat === this.seat ? 'You' : this.name(seat);
  }
  place(territory: Territory): string {
    return this.setup.map.territories[territory]?.name ?? '???';
  }
  card(card: Card): CardSpec {
    const spec = this.setup.cards[card] as CardSpec;
    const text = spec.text ?? this.reference.cards.find(({ id }) => id === spec.id)?.text;
    return text === undefined ? spec : { ...spec, text };
  }

  /** Sends a command; true if it was carried out. A refusal is shown with its clause. */
  async order(command: BackchannelCommand): Promise<boolean> {
    if (!this.#line) return false;
    this.open += 1;
    try {
      await this.#line.send(command);
      return true;
    } catch (error) {
      notices.refuse(error);
      return false;
    } finally {
      this.open -= 1;
    }
  }

  /** Fetches older lines of the log, if there are any. */
  loadOlder(): Promise<void> {
    const first = this.log[0]?.n ?? 0;
    if (first === 0 || !this.known) return Promise.resolve();
    this.#older ??= tables
      .olderLog(this.id, this.visit, first, language.value)
      .then((lines) => {
        if (this.known) this.known = { ...this.known, log: joinLog(this.known.log, lines) };
      }, notices.refuse.bind(notices))
      .finally(() => (this.#older = null));
    return this.#older;
  }

  #take(message: Message): void {
    if (message.type === 'view') {
      this.known = begin(message, this.known ?? undefined);
      this.#setClock(message.table);
      if (message.table.over) this.onover();
    } else if (message.type === 'news' && this.known) {
      const wasOver = this.known.table.over;
      this.known = follow(this.known, message);
      if (message.table) this.#setClock(message.table);
      this.#notice(message.log);
      if (this.known.table.over && !wasOver) this.onover();
    } else if (message.type === 'table' && this.known) {
      this.known = { ...this.known, table: message.table };
      this.#setClock(message.table);
    } else if (message.type === 'problem') {
      notices.tell(message.problem.detail);
    }
  }

  #setClock(table: TableNews): void {
    if (table.clock) this.ahead = table.clock.now - Date.now();
  }

  /** What somebody at the table would be tapped on the shoulder for. */
  #concerns(notice: BackchannelNotice): boolean {
    if (this.#line === null) return false;
    if (notice.type === 'proposed') return notice.to === this.seat;
    if (notice.type === 'accepted' || notice.type === 'declined') return notice.id.from === this.seat;
    return false;
  }

  #notice(lines: BackchannelLogLine[]): void {
    const fought = lines.findLast(({ notice }) => notice.type === 'fought' && notice.report);
    if (fought) this.fight = { key: fought.n, fight: fought.notice as Fight };
    for (const { notice, line } of lines)
      if (this.#concerns(notice)) notices.tell(line.map((piece) => piece.text).join(''));
    const text = lines.map(({ line }) => line.map((piece) => piece.text).join('')).join(' ');
    if (text) notices.announce(text);
  }
}

const KEY = Symbol('room');
export const provideRoom = (room: BackchannelRoom) => setContext(KEY, room);
export const useRoom = () => getContext<BackchannelRoom>(KEY);
