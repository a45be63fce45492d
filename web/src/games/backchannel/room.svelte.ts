/** A table of Backchannel as one of its seats knows it. */
import { getContext, setContext } from 'svelte';
import type { Language, Seat, TableNews } from '../../api/types';
import type {
  Agreement,
  AttackOdds,
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
  ConsequenceWords,
  ObstacleWords,
  Own,
  ProposedDeal,
  Territory,
} from './api';
import * as questions from './api';
import { olderLog } from '../../api/tables';
import type { Visit } from '../../api/visit';
import { notices } from '../../lib/notices.svelte';
import { language } from '../../lib/preferences.svelte';
import { narrow, still, wide } from '../../lib/media.svelte';
import type { Known, Message } from '../../table/known';
import { TableStore, textOf } from '../../table/store.svelte';
import { draw, unitOn, type Drawing } from './map/geometry';
import { patchTable } from './patch';
import { suspense } from './turn/dice';

export type Fight = Extract<BackchannelNotice, { type: 'fought' }>;

/** How much of the screen is beside the map. */
const besideMap = () => (narrow.current ? 0 : wide.current ? 720 : 384);

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
  /** What has come since the dice of the last fight were thrown: it is shown once they lie still. */
  #held = $state.raw<(() => void)[] | null>(null);
  #lieStill: ReturnType<typeof setTimeout> | undefined;
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
    this.drawing = draw(setup.map, unitOn(setup.map, innerWidth - besideMap()));
  }

  /** The next step of a replay, or any other; its fights are seen to be fought. */
  see(known: Known<Backchannel>): void {
    this.settle();
    const next = known.seq === (this.known?.seq ?? -2) + 1;
    const fresh = next ? known.log.filter(({ n }) => n > (this.known?.log.at(-1)?.n ?? -1)) : [];
    if (!fresh.length) this.fight = null;
    this.#throwFor(fresh, () => {
      this.known = known;
      if (fresh.length) this.onlines(fresh);
    });
  }

  /** Whether dice are in the air: what they bring is not known yet. */
  get rolling(): boolean {
    return this.#held !== null;
  }
  override get busy(): boolean {
    return super.busy || (this.rolling && this.fight?.fight.attacker === this.seat);
  }

  /** Shows what the dice have brought, without waiting for them. */
  settle(): void {
    clearTimeout(this.#lieStill);
    const held = this.#held ?? [];
    this.#held = null;
    for (const take of held) take();
  }

  /** Suspense first: a fight among the lines is thrown before anything is told of it. */
  #throwFor(lines: BackchannelLogLine[], take: () => void): void {
    const fought = lines.findLast(({ notice }) => notice.type === 'fought' && notice.report);
    if (!fought) return take();
    const fight = fought.notice as Fight;
    this.fight = { key: fought.n, fight };
    if (still.current || !fight.report || this.known?.table.skipped) return take();
    this.#held = [take];
    this.#lieStill = setTimeout(() => this.settle(), suspense(fight.report.rolls));
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
  /** Who was behind a mask, once masks are off. */
  behind(seat: Seat): string | null {
    const holder = this.known?.table.seats[seat]?.holder;
    const name = holder?.kind === 'bot' ? holder.name : holder?.kind === 'person' ? holder.person?.name : undefined;
    return this.view.outcome && name && name !== this.name(seat) ? name : null;
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

  /** The odds of an attack, from what its attacker sees; nothing if the target is unknown. */
  async odds(from: Territory, to: Territory, stopAt: number | null): Promise<AttackOdds | null> {
    return (await questions.attackOdds(this.id, this.visit, from, to, stopAt)).odds;
  }
  /** What a proposal would block. */
  consequences(deal: ProposedDeal): Promise<ConsequenceWords[]> {
    return questions.consequences(this.id, this.visit, deal);
  }
  /** Why a territory cannot be chosen now. */
  async obstacle(from: Territory | null, on: Territory): Promise<ObstacleWords | null> {
    return (await questions.obstacle(this.id, this.visit, from, on)).why;
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

  protected override receive(message: Message<Backchannel>, take: () => void): void {
    const fresh = message.type === 'news' ? message.log : [];
    const waits = this.#held && message.type !== 'view' && !fresh.some(({ notice }) => notice.type === 'fought');
    if (waits) {
      this.#held = [...(this.#held ?? []), take];
      return;
    }
    this.settle();
    this.#throwFor(fresh, take);
  }

  protected override ontable(now: TableNews, before: TableNews | undefined, arrived: number): void {
    if (now.clock) this.ahead = now.clock.now - arrived;
    for (const { text } of now.memories ?? []) {
      if (before && !before.memories?.some((known) => known.text === text)) notices.tell(text);
    }
    if (now.over && !before?.over) this.onover();
  }

  protected override onlines(lines: BackchannelLogLine[]): void {
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
