/** A table of Backchannel as one of its seats knows it. */
import { getContext, setContext } from 'svelte';
import type { Language, Seat, TableNews } from '../../api/types';
import type {
  Agreement,
  BackchannelCommand,
  BackchannelLogLine,
  BackchannelNotice,
  BackchannelOptions,
  BackchannelReference,
  BackchannelSetup,
  BackchannelView,
  BackchannelViewPatch,
  Card,
  CardSpec,
  Category,
  Own,
  Territory,
} from './api';
import { olderLog } from '../../api/tables';
import type { Visit } from '../../api/visit';
import { notices } from '../../lib/notices.svelte';
import { language } from '../../lib/preferences.svelte';
import type { Known } from '../../table/known';
import { TableStore, textOf } from '../../table/store.svelte';
import { draw, type Drawing } from './map/geometry';
import { patchTable } from './patch';

export type Fight = Extract<BackchannelNotice, { type: 'fought' }>;

export interface Backchannel {
  view: BackchannelView;
  viewPatch: BackchannelViewPatch;
  options: BackchannelOptions;
  line: BackchannelLogLine;
  command: BackchannelCommand;
}

export class BackchannelRoom extends TableStore<Backchannel> {
  /** The last fight that was seen, with a number to tell it from the one before. */
  fight = $state.raw<{ key: number; fight: Fight } | null>(null);
  /** How far the clock of the server is ahead of ours, in milliseconds. */
  ahead = $state(0);
  #filed = $state.raw<Partial<Record<Category, { before: number; lines: BackchannelLogLine[] }>>>({});
  readonly drawing: Drawing;

  constructor(
    id: string,
    readonly setup: BackchannelSetup,
    readonly reference: BackchannelReference,
    visit: Visit,
    private readonly onover: () => void,
  ) {
    super(id, visit, patchTable);
    this.drawing = draw(setup.map);
  }

  /** The next step of a replay, or any other; its fights are seen to be fought. */
  see(known: Known<Backchannel>): void {
    const next = known.seq === (this.known?.seq ?? -2) + 1;
    const last = known.log.at(-1);
    const fresh = next ? known.log.filter(({ n }) => n > (this.known?.log.at(-1)?.n ?? -1)) : [];
    this.known = known;
    if (last && fresh.length) this.onlines(fresh);
    else this.fight = null;
  }

  get own(): Own | null {
    return this.known?.view.own ?? null;
  }
  get myTurn(): boolean {
    return this.seat !== null && this.view.turn === this.seat;
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
  /** A card with what the server says of it. */
  card(card: Card): CardSpec {
    const spec = this.setup.cards[card] as CardSpec;
    return { ...this.reference.cards.find(({ id }) => id === spec.id), ...spec };
  }
  agreement(agreement: Agreement): string {
    return this.reference.agreements.find(({ id }) => id === agreement)?.name ?? agreement;
  }

  /** The lines under a filter, also those from before the last lines of the log that a view brings. */
  under(filter: Category): BackchannelLogLine[] {
    const first = this.log[0]?.n ?? 0;
    const older = this.#filed[filter]?.lines.filter(({ n }) => n < first) ?? [];
    return [...older, ...this.log.filter(({ filters }) => filters.includes(filter))];
  }

  /** Fetches the lines under a filter that the log does not reach back to. */
  async recall(filter: Category): Promise<void> {
    const first = this.log[0]?.n ?? 0;
    if (first === 0 || (this.#filed[filter]?.before ?? -1) >= first) return;
    this.#filed = { ...this.#filed, [filter]: { before: first, lines: this.#filed[filter]?.lines ?? [] } };
    try {
      const lines = await olderLog<BackchannelLogLine>(this.id, this.visit, first, this.language, filter);
      this.#filed = { ...this.#filed, [filter]: { before: first, lines } };
    } catch (error) {
      notices.refuse(error);
    }
  }

  protected override get language(): Language {
    return language.value;
  }

  protected override ontable(now: TableNews, before: TableNews | undefined): void {
    if (now.clock) this.ahead = now.clock.now - Date.now();
    for (const { text } of now.memories ?? []) {
      if (before && !before.memories?.some((known) => known.text === text)) notices.tell(text);
    }
    if (now.over && !before?.over) this.onover();
  }

  protected override onlines(lines: BackchannelLogLine[]): void {
    const fought = lines.findLast(({ notice }) => notice.type === 'fought' && notice.report);
    if (fought) this.fight = { key: fought.n, fight: fought.notice as Fight };
    for (const line of lines) if (this.#concerns(line.notice)) notices.tell(textOf(line));
    super.onlines(lines);
  }

  /** What somebody at the table would be tapped on the shoulder for. */
  #concerns(notice: BackchannelNotice): boolean {
    if (!this.isLive) return false;
    if (notice.type === 'proposed') return notice.to === this.seat;
    if (notice.type === 'accepted' || notice.type === 'declined') return notice.id.from === this.seat;
    return false;
  }
}

const KEY = Symbol('room');
export const provideRoom = (room: BackchannelRoom) => setContext(KEY, room);
export const useRoom = () => getContext<BackchannelRoom>(KEY);
