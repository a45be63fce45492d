/** What a player has in hand but has not sent: choices, drafts, where one looks. It stays in this browser. */
import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { Seat } from '../../api/types';
import type { Card, SignalRef, Territory } from './api';
import type { BackchannelRoom } from './room.svelte';

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
  /** Whom the next signal answers. */
  replyTo = $state.raw<SignalRef | null>(null);
  /** The last line of the log that was there when signals were looked at. */
  readTo = $state(-1);
  /** How far the first lesson has come. */
  lesson = $state(0);
  #steps: Territory[] = [];
  #pulses = 0;

  constructor(private readonly room: BackchannelRoom) {}

  get drafted(): number {
    let sum = 0;
    for (const troops of this.drafts.values()) sum += troops;
    return sum;
  }
  get left(): number {
    return (this.room.own?.deploy ?? 0) - this.drafted;
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

  /** Shows a part of the panel, from anywhere. */
  open(tab: Tab): void {
    this.tab = tab;
    this.raised = true;
  }

  show(lands: Territory[], colour: string, zoom: boolean): void {
    this.pulse = { key: (this.#pulses += 1), lands, colour, zoom };
  }
}

const KEY = Symbol('workspace');
export const provideWorkspace = (workspace: Workspace) => setContext(KEY, workspace);
export const useWorkspace = () => getContext<Workspace>(KEY);
