/** The case before the judge: a situation, the verdict on it, and the address that leads back to it. */
import { judge, type Assumed } from '../api';
import { Asking } from '../parts/asking.svelte';
import { freeName } from '../parts/people';
import { pack, unpack } from './share';
import { normal, renamed, slim, withoutPlayer, type PlayerSpec, type Situation } from './situation';

const MARK = 's=';

export class Case {
  situation = $state.raw<Situation>(normal({}));
  /** Why a worked example is judged as it is, as long as it is not changed. */
  because = $state<string | null>(null);
  readonly asking = new Asking<unknown>(judge);
  #packing: ReturnType<typeof setTimeout> | undefined;
  #left = false;

  constructor(first: unknown) {
    this.open(first);
  }

  /** Lays a situation before the judge, with what is to be said of it. */
  open(written: unknown): void {
    const situation = normal(written);
    this.because = situation.expect?.because ?? null;
    this.#is({ ...situation, expect: undefined });
  }

  /** What somebody writes by hand stays as it is written. */
  read(written: unknown): void {
    this.because = null;
    this.#is(normal(written));
  }

  set(change: Partial<Situation>): void {
    this.because = null;
    this.#is({ ...this.situation, ...change });
  }

  setPlayer(seat: number, player: PlayerSpec): void {
    this.set({ players: this.situation.players.with(seat, player) });
  }

  rename(seat: number, name: string): void {
    const before = this.situation.players[seat]?.name;
    const taken = this.situation.players.some((player, place) => place !== seat && player.name === name);
    if (before === undefined || !name || taken) this.#is({ ...this.situation });
    else this.#is(renamed(this.situation, before, name));
  }

  addPlayer(): void {
    const { players } = this.situation;
    const name = freeName(this.names) ?? `Player ${players.length + 1}`;
    this.set({ players: [...players, { name }] });
  }

  removePlayer(seat: number): void {
    const { players, moment, deal, neighbours } = this.situation;
    const gone = players[seat]?.name;
    const rest = players.toSpliced(seat, 1);
    const stays = (name: string | undefined) => (name === gone ? rest[0]?.name : name);
    this.set({
      players: rest,
      moment: withoutPlayer(moment, gone, stays),
      neighbours: neighbours?.filter((pair) => !pair.includes(gone ?? '')),
      deal: { ...deal, terms: deal.terms.filter(({ by }) => by !== gone) },
    });
  }

  get names(): string[] {
    return this.situation.players.map(({ name }) => name);
  }

  /** Where no pairs are listed, it is as the judge assumes. */
  areNeighbours(one: number, other: number, { neighbours: assumed }: Assumed): boolean {
    const { neighbours } = this.situation;
    const [a, b] = [this.names[one] ?? '', this.names[other] ?? ''];
    return neighbours?.some((pair) => pair.includes(a) && pair.includes(b)) ?? assumed;
  }

  setNeighbours(one: number, other: number, are: boolean, assumed: Assumed): void {
    const pairs: [string, string][] = [];
    for (let a = 0; a < this.names.length; a += 1) {
      for (let b = a + 1; b < this.names.length; b += 1) {
        const asked = a === one && b === other;
        if (asked ? are : this.areNeighbours(a, b, assumed))
          pairs.push([this.names[a] as string, this.names[b] as string]);
      }
    }
    this.set({ neighbours: pairs });
  }

  /** Seats that may perform a term. */
  get parties(): number[] {
    return this.names.map((_, seat) => seat);
  }

  /** The field of the situation that could not be read, such as `players[0].faction`. */
  get wrong(): string | null {
    return this.asking.problem?.field ?? null;
  }

  /** Nobody looks at it any more: the address is another page's. */
  leave(): void {
    this.#left = true;
    clearTimeout(this.#packing);
    this.asking.about(null);
  }

  async link(): Promise<string> {
    return `${location.origin}/judge#${MARK}${await pack(slim(this.situation))}`;
  }

  #is(situation: Situation): void {
    // A link may be unpacked only after one has gone on.
    if (this.#left) return;
    this.situation = situation;
    this.asking.about(situation.deal.terms.length || situation.may ? slim(situation) : null);
    clearTimeout(this.#packing);
    // The address follows, so that it can be shared from the browser as well.
    this.#packing = setTimeout(() => void this.#address(), 500);
  }

  async #address(): Promise<void> {
    const link = await this.link();
    if (!this.#left && location.pathname === '/judge') history.replaceState(null, '', link);
  }
}

export const isLink = (hash: string) => hash.startsWith(MARK);
/** What an address carries, if it carries a situation. */
export const carried = (hash: string): Promise<unknown> =>
  isLink(hash) ? unpack(hash.slice(MARK.length)) : Promise.resolve(undefined);
