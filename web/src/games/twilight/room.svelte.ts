/** A desk as one of its seats knows it. */
import { getContext, setContext } from 'svelte';
import type { Seat } from '../../api/types';
import type { Visit } from '../../api/visit';
import { TableStore } from '../../table/store.svelte';
import type {
  Galaxy,
  JournalLine,
  TwilightOwn,
  PlayerView,
  Promised,
  TwilightCommand,
  TwilightOptions,
  TwilightReference,
  TwilightSetup,
  TwilightView,
  TwilightViewPatch,
} from './api';
import type { TermDraft } from './parts/terms';
import type { Names } from './parts/words';
import { patchDesk } from './patch';

export interface Twilight {
  view: TwilightView;
  viewPatch: TwilightViewPatch;
  options: TwilightOptions;
  line: JournalLine;
  command: TwilightCommand;
}

export interface Writing {
  partner: Seat;
  drafts: TermDraft[];
  kind: 'transaction' | 'deal';
}

export class TwilightRoom extends TableStore<Twilight> implements Names {
  /** Whether this is the seat that one looks from; another's news is not read out. */
  inFront = true;
  /** The offer in the making, which outlasts the panel and the look from another seat. */
  writing: Writing | null = null;
  /** A system that the journal points at, with a number to tell one pointing from the next. */
  pointed = $state.raw<{ system: number; key: number } | null>(null);

  constructor(
    id: string,
    visit: Visit,
    readonly setup: TwilightSetup,
    readonly reference: TwilightReference,
  ) {
    super(id, visit, patchDesk);
  }

  /** Somebody who keeps several seats has a room for each, and knows whose it is before it is told. */
  override get seat(): Seat | null {
    return this.visit.seat ?? null;
  }
  get own(): TwilightOwn | null {
    return this.known?.view.own ?? null;
  }
  get me(): PlayerView | null {
    return this.seat === null ? null : (this.known?.view.players[this.seat] ?? null);
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
    return this.plays ? (this.own?.waiting ?? 0) : 0;
  }

  /** Everybody else who is in the game. */
  get others(): { seat: Seat; name: string }[] {
    return (this.own?.partners ?? []).map(({ seat }) => ({ seat, name: this.player(seat) }));
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

  /** The report by which this seat performs what it owes, if a report does it. */
  reported({ by, term }: Promised): Extract<TwilightCommand, { type: 'report' }> | undefined {
    const act = JSON.stringify(term.act);
    return by === this.seat ? this.can('report').find((command) => JSON.stringify(command.act) === act) : undefined;
  }

  get galaxy(): Galaxy | null {
    return this.known?.view.galaxy ?? null;
  }

  protected override onlines(lines: JournalLine[]): void {
    if (this.inFront) super.onlines(lines);
  }
}

const KEY = Symbol('desk room');
export const provideDesk = (room: TwilightRoom) => setContext(KEY, room);
export const useDesk = () => getContext<TwilightRoom>(KEY);
