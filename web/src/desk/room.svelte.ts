/** A desk as one of its seats knows it, and the line by which it hears of it. */
import { getContext, setContext } from 'svelte';
import { get } from '../api/client';
import { lineAddress, TableLine, type LineStatus } from '../api/socket';
import * as api from '../api/twilight';
import type {
  Boarded, DeskMessage, Galaxy, JournalLine, OwnHand, PlayerView, TwilightCommand, TwilightOptions,
  TwilightReference, TwilightSetup, TwilightView,
} from '../api/twilight';
import type { Seat, TableNews } from '../api/types';
import { notices } from '../lib/notices.svelte';
import type { Draft } from './terms';
import type { Names } from './words';

const LOOK_EVERY = 2_000;

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

/** Adds lines that are not there yet. */
function join(log: JournalLine[], more: JournalLine[]): JournalLine[] {
  const have = new Set(log.map(({ n }) => n));
  const fresh = more.filter(({ n }) => !have.has(n));
  return fresh.length ? [...log, ...fresh].sort((one, other) => one.n - other.n) : log;
}

export class DeskRoom implements Names {
  known = $state.raw<Known | null>(null);
  status = $state<LineStatus>('connecting');
  /** Commands that have not been answered. */
  open = $state(0);
  /** The offer in the making, which outlasts the panel that it is made in. */
  writing: Writing | null = null;
  /** A system that the journal points at, with a number to tell one pointing from the next. */
  pointed = $state.raw<{ system: number; key: number } | null>(null);
  #line: TableLine | null = null;
  #seq = -1;
  /** Comings and goings on the map, which are public, from the whole journal. */
  #boarded = $state.raw<JournalLine[]>([]);
  #older: Promise<void> | null = null;

  constructor(
    readonly id: string,
    readonly seat: Seat | null,
    /** The first of one's seats has the line; another looks again and again. */
    private readonly streams: boolean,
    readonly setup: TwilightSetup,
    readonly reference: TwilightReference,
  ) {}

  connect(): () => void {
    if (!this.streams) return this.#watch();
    const line = new TableLine(lineAddress(this.id, {}), {
      message: (message) => this.#take(message as unknown as DeskMessage),
      status: (status) => (this.status = status),
    });
    this.#line = line;
    return () => line.close();
  }

  /** Looks at the table by the seat's own eyes until it is told to stop. */
  #watch(): () => void {
    void this.#look();
    const timer = setInterval(() => document.visibilityState === 'visible' && void this.#look(), LOOK_EVERY);
    return () => clearInterval(timer);
  }

  async #look(): Promise<void> {
    try {
      const message = await get<Extract<DeskMessage, { type: 'view' }>>(`/tables/${this.id}/view?seat=${this.seat}`);
      this.status = 'live';
      if (message.seq === this.#seq) return;
      const last = this.log.at(-1)?.n ?? Infinity;
      this.#seq = message.seq;
      this.#take(message);
      this.#announce(message.log.filter(({ n }) => n > last));
    } catch {
      this.status = this.known ? 'stale' : 'connecting';
    }
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
    return this.seat === null ? null : (this.view.players[this.seat] ?? null);
  }
  get log(): JournalLine[] {
    return this.known?.log ?? [];
  }
  get busy(): boolean {
    return this.open > 0;
  }
  get over(): boolean {
    return this.known?.table.over ?? false;
  }
  /** Whether there is anything to do here, rather than only to read. */
  get plays(): boolean {
    return this.seat !== null && !this.over;
  }

  player(seat: Seat): string {
    return this.known?.view.players[seat]?.name ?? this.setup.players[seat]?.name ?? `Seat ${seat + 1}`;
  }
  faction(seat: Seat): string {
    const id = this.known?.view.players[seat]?.faction;
    return this.reference.factions.find((faction) => faction.id === id)?.short ?? id ?? '';
  }
  areNeighbours(one: Seat, other: Seat): boolean {
    return this.view.neighbours.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
  }
  hasTransacted(one: Seat, other: Seat): boolean {
    return this.view.transacted.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
  }

  /** The commands of one kind that may be given now. */
  can<T extends TwilightCommand['type']>(type: T): Extract<TwilightCommand, { type: T }>[] {
    const all = this.plays ? (this.known?.options?.commands ?? []) : [];
    return all.filter((command): command is Extract<TwilightCommand, { type: T }> => command.type === type);
  }

  /** The map with everybody where the journal has left them. */
  get galaxy(): Galaxy | null {
    const { galaxy } = this.setup;
    if (!galaxy) return null;
    const systems = galaxy.systems.map((system) => ({ ...system, planets: system.planets.map((planet) => ({ ...planet })) }));
    for (const { notice } of this.streams ? join(this.#boarded, this.log) : this.#boarded) {
      if (notice.event?.type !== 'boarded') continue;
      const { seat, change } = notice.event as Boarded;
      const at = systems[change.entered ?? change.left ?? -1];
      if (at) at.units = change.left === undefined ? [...new Set([...at.units, seat])] : at.units.filter((other) => other !== seat);
      const place = change.took ?? change.lost;
      const planet = place && systems[place.system]?.planets[place.place];
      if (planet) planet.controller = change.took ? seat : null;
    }
    return { ...galaxy, systems };
  }

  /** Sends a command; true if it was carried out. A refusal is shown with its clause. */
  async order(command: TwilightCommand): Promise<boolean> {
    if (this.seat === null) return false;
    this.open += 1;
    try {
      if (this.#line) await this.#line.send(command as never);
      else {
        await api.command(this.id, this.seat, crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, command);
        await this.#look();
      }
      return true;
    } catch (error) {
      notices.refuse(error);
      return false;
    } finally {
      this.open -= 1;
    }
  }

  /** Fetches older lines of the journal, if there are any. */
  loadOlder(): Promise<void> {
    const first = this.log[0]?.n ?? 0;
    if (first === 0 || !this.known || !this.streams) return Promise.resolve();
    this.#older ??= api
      .journal(this.id, '', first)
      .then((lines) => {
        if (this.known) this.known = { ...this.known, log: join(this.known.log, lines) };
      }, notices.refuse.bind(notices))
      .finally(() => (this.#older = null));
    return this.#older;
  }

  #take(message: DeskMessage): void {
    if (message.type === 'view') {
      const { view, options, log, table } = message;
      this.known = { view, options, table, log: join(this.known?.log ?? [], log) };
      // Lines are numbered for each seat apart, so only the first seat's own news adds to the survey.
      if (this.setup.galaxy) void this.#survey();
    } else if (message.type === 'news' && this.known) {
      this.known = {
        view: message.view, options: message.options ?? this.known.options,
        log: join(this.known.log, message.log), table: message.table ?? this.known.table,
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
    if (text) notices.announce(text);
  }

  /** Who is where follows from all comings and goings since the desk was opened. */
  async #survey(): Promise<void> {
    let before: number | undefined;
    try {
      do {
        const lines = await api.journal(this.id, '', before ?? 1e9);
        this.#boarded = join(this.#boarded, lines.filter(({ notice }) => notice.event?.type === 'boarded'));
        before = lines[0]?.n ?? 0;
      } while (before > 0);
    } catch (error) {
      notices.refuse(error);
    }
  }
}

/** How many offers wait for another of one's seats. */
export async function waitingFor(id: string, seat: Seat): Promise<number> {
  const { view } = await get<{ view: TwilightView }>(`/tables/${id}/view?seat=${seat}`);
  return view.own?.received.length ?? 0;
}

const KEY = Symbol('desk room');
export const provideRoom = (room: DeskRoom) => setContext(KEY, room);
export const useRoom = () => getContext<DeskRoom>(KEY);
