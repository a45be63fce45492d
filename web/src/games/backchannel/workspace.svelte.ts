/** What a player has in hand but has not sent: choices, drafts, where one looks. It stays in this browser. */
import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { Seat } from '../../api/types';
import type { Card, SignalRef, Territory } from './api';
import type { Strike } from './away/briefing';
import type { BackchannelRoom } from './room.svelte';
import { blankSignal, type SignalDraft } from './signals/sentence';

/** Between two attacks that are played again, in milliseconds; for those who want no motion, time to read. */
const BEAT = 900;
const STILL_BEAT = 1_500;

export type Tab = 'orders' | 'deals' | 'signals' | 'log' | 'seats';

export interface Picking {
  what: string;
  allowed: ReadonlySet<Territory>;
  done: (territory: Territory) => void;
}

export interface Pulse {
  key: number;
  lands: Territory[];
  colour: string;
  zoom: boolean;
}

export interface Bubble {
  text: string;
  toMe: boolean;
  /** The line of the log. */
  n: number;
}

/** How long a bubble stays, in milliseconds. */
const BUBBLE = 12_000;

export interface ProposalDraft {
  card: Card | null;
  to: Seat | null;
  against: Seat | null;
  slots: Card[];
}

export const blankProposal = (): ProposalDraft => ({ card: null, to: null, against: null, slots: [] });

export class Workspace {
  tab = $state<Tab>('orders');
  /** On a phone, whether the sheet over the map is up. */
  raised = $state(false);
  from = $state<Territory | null>(null);
  to = $state<Territory | null>(null);
  picking = $state.raw<Picking | null>(null);
  pulse = $state.raw<Pulse | null>(null);
  readonly drafts = new SvelteMap<Territory, number>();
  /** A proposal in the making, from wherever it was begun. */
  pitch = $state.raw<{ card?: Card; to?: Seat } | null>(null);
  /** The proposal that is being put together. */
  proposal = $state.raw<ProposalDraft>(blankProposal());
  /** The signal that is being put together, and to whom. */
  signal = $state.raw<SignalDraft>(blankSignal());
  channel = $state<Seat | 'all' | null>(null);
  /** Whom the next signal answers. */
  replyTo = $state.raw<SignalRef | null>(null);
  /** What each seat has just said; it fades. */
  readonly bubbles = new SvelteMap<Seat, Bubble>();
  /** The last line of the log that was there when signals were looked at. */
  readTo = $state(-1);
  /** Whether the report on what happened since one's last turn is on the desk. */
  awayOpen = $state(true);
  /** Attacks that are drawn on the map: so many of them, in their order. */
  strikes = $state.raw<{ all: Strike[]; shown: number } | null>(null);
  /** Whether what wins is being looked at. */
  goal = $state(false);
  /** Whether the sheet of keys is up. */
  sheet = $state(false);
  #steps: Territory[] = [];
  #pulses = 0;
  #playing: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly room: BackchannelRoom) {}

  get drafted(): number {
    let sum = 0;
    for (const troops of this.drafts.values()) sum += troops;
    return sum;
  }
  get left(): number {
    return (this.room.own?.deploy ?? 0) - this.drafted;
  }

  /** The parts of the panel that hold something begun and not sent. */
  get unsent(): ReadonlySet<Tab> {
    const begun: [Tab, boolean][] = [
      ['orders', this.drafted > 0],
      ['deals', this.proposal.card !== null],
      ['signals', this.signal.first.template !== null],
    ];
    return new Set(begun.flatMap(([tab, is]) => (is ? [tab] : [])));
  }

  room_for(territory: Territory): number {
    const most = this.room.options?.deploy.find(({ on }) => on === territory)?.most ?? 0;
    return Math.min(most, (this.drafts.get(territory) ?? 0) + this.left);
  }

  draft(territory: Territory, troops: number): void {
    const before = this.drafts.get(territory) ?? 0;
    const next = Math.max(0, Math.min(troops, this.room_for(territory)));
    if (next === before) return;
    if (next === 0) this.drafts.delete(territory);
    else this.drafts.set(territory, next);
    for (let step = before; step < next; step += 1) this.#steps.push(territory);
    if (next < before) this.#steps = this.#steps.filter((other) => this.drafts.has(other));
  }

  /** Takes back the last troop that was placed. */
  undo(): void {
    const last = this.#steps.pop();
    if (last === undefined) return;
    const troops = (this.drafts.get(last) ?? 0) - 1;
    if (troops > 0) this.drafts.set(last, troops);
    else this.drafts.delete(last);
  }

  clearDrafts(): void {
    this.drafts.clear();
    this.#steps = [];
  }

  /** Sends what is drafted, one territory after the other. */
  async sendDrafts(): Promise<void> {
    for (const [to, troops] of [...this.drafts]) {
      if (!(await this.room.order({ type: 'deploy', to, troops }))) return;
      this.drafts.delete(to);
    }
    this.#steps = [];
    this.choose(null);
  }

  choose(from: Territory | null, to: Territory | null = null): void {
    this.from = from;
    this.to = to;
  }

  hear(seat: Seat, bubble: Bubble): void {
    this.bubbles.set(seat, bubble);
    setTimeout(() => this.bubbles.get(seat)?.n === bubble.n && this.bubbles.delete(seat), BUBBLE);
  }

  /** Shows a part of the panel, from anywhere. */
  open(tab: Tab): void {
    this.tab = tab;
    this.raised = true;
  }

  showStrikes(all: Strike[]): void {
    this.hideStrikes();
    this.strikes = { all, shown: all.length };
  }

  /** Draws the attacks again, one after the other. */
  playStrikes(): void {
    const all = this.strikes?.all;
    if (!all) return;
    clearInterval(this.#playing);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const to = (shown: number) => {
      this.strikes = { all, shown };
      const at = all[shown - 1];
      if (at) this.show(at.from === null ? [at.to] : [at.from, at.to], `var(--seat-${at.by})`, false);
      if (shown >= all.length) clearInterval(this.#playing);
    };
    to(1);
    this.#playing = setInterval(() => to((this.strikes?.shown ?? all.length) + 1), still ? STILL_BEAT : BEAT);
    if (all.length === 1) clearInterval(this.#playing);
  }

  hideStrikes(): void {
    clearInterval(this.#playing);
    this.strikes = null;
  }

  show(lands: Territory[], colour: string, zoom: boolean): void {
    this.pulse = { key: (this.#pulses += 1), lands, colour, zoom };
  }
}

const KEY = Symbol('workspace');
export const provideWorkspace = (workspace: Workspace) => setContext(KEY, workspace);
export const useWorkspace = () => getContext<Workspace>(KEY);
