/** A desk in the making. */
import {
  drawGalaxy,
  type DrawnGalaxy,
  type NewDesk,
  type Readings,
  type Sitting,
  type TwilightReference,
} from '../api';
import type { Problem } from '../../../api/types';
import { problem } from '../../../api/client';
import { freeName } from '../parts/people';

export type Seating = Pick<Sitting, 'name' | 'faction' | 'trade_goods' | 'commodities'>;

export class Plan {
  title = $state('');
  players = $state<Seating[]>([]);
  /** Whether neighbours come from a map or are stated. */
  borders = $state<'map' | 'hand'>('hand');
  map_string = $state('');
  pairs = $state<[number, number][]>([]);
  /** What the table has decided, field by field; it begins as the server has it. */
  readings = $state.raw<Record<string, string | null>>({});
  /** Further open questions that it has settled, each by one of its readings. */
  settled = $state.raw<Record<string, string>>({});
  switches = $state.raw<Record<string, boolean>>({});
  /** Whether one person keeps the desk for everybody. */
  alone = $state(true);
  drawn = $state.raw<DrawnGalaxy | null>(null);
  wrong = $state.raw<Problem | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly reference: TwilightReference) {
    const { switches, readings, start } = reference.setup;
    this.switches = Object.fromEntries(switches.map(({ field, on }) => [field, on]));
    this.readings = Object.fromEntries(readings.map(({ field, usual }) => [field, usual]));
    while (this.players.length < start.players) this.add();
    this.pairs = start.neighbours;
  }

  /** An empty reading leaves the question open. */
  settle(question: string, reading: string): void {
    const { [question]: _, ...rest } = this.settled;
    this.settled = reading ? { ...rest, [question]: reading } : rest;
  }

  add(): void {
    const name = freeName(this.players.map((player) => player.name)) ?? '';
    const taken = this.players.map(({ faction }) => faction);
    const faction = this.reference.setup.start.factions.find((id) => !taken.includes(id));
    if (faction) this.players.push({ name, faction, trade_goods: 0, commodities: 0 });
  }

  remove(seat: number): void {
    this.players.splice(seat, 1);
    const shift = (it: number) => (it > seat ? it - 1 : it);
    this.pairs = this.pairs.filter((pair) => !pair.includes(seat)).map(([a, b]) => [shift(a), shift(b)]);
  }

  called(seat: number): string {
    const { name, faction } = this.players[seat] ?? { name: '', faction: '' };
    return name.trim() || (this.reference.factions.find(({ id }) => id === faction)?.short ?? `Seat ${seat + 1}`);
  }

  has(one: number, other: number): boolean {
    return this.pairs.some(([a, b]) => a === one && b === other);
  }

  pair(one: number, other: number, are: boolean): void {
    const rest = this.pairs.filter(([a, b]) => a !== one || b !== other);
    this.pairs = are ? [...rest, [one, other]] : rest;
  }

  /** The sample map, and somebody at each of its homes. */
  trySample(): void {
    const { map_string, players } = this.reference.setup.start.sample;
    while (this.players.length < players) this.add();
    this.setMap(map_string);
  }

  /** Draws the map as soon as the writing of it pauses. */
  setMap(text: string): void {
    this.map_string = text;
    clearTimeout(this.#timer);
    if (!text.trim()) {
      this.drawn = this.wrong = null;
      return;
    }
    this.#timer = setTimeout(() => {
      drawGalaxy(text).then(
        (drawn) => ([this.drawn, this.wrong] = [drawn, null]),
        (error: unknown) => ([this.drawn, this.wrong] = [null, problem(error)]),
      );
    }, 300);
  }

  get game(): NewDesk {
    const { readings, switches } = this;
    const onMap = this.borders === 'map';
    const setup = {
      players: this.players.map((player) => ({ ...player, name: player.name.trim() })),
      neighbours: onMap ? [] : this.pairs,
      readings: { ...readings, settled: this.settled } as Partial<Readings>,
      desk: true,
      ...switches,
    };
    return { ruleset: 'twilight', setup, map_string: onMap ? this.map_string : null };
  }

  /** The field of the set-up that the server turned down, such as `players[1].commodities`. */
  field(refused: Problem | null): string {
    return refused?.field?.replace(/^game\.(setup\.)?/, '') ?? '';
  }
}
