/** A finished game, at any of its steps. */
import { begin, follow, type Known } from '../../../table/known';
import { patchTable } from '../patch';
import type { Backchannel } from '../room.svelte';
import type { BackchannelHistory, BackchannelNewsMessage, MoveMaker } from '../api';

/** Every so many steps what is known is kept, so that any step is near one. */
const STRIDE = 64;

export class Replay {
  readonly #kept: Known<Backchannel>[];
  readonly #news: BackchannelNewsMessage[];
  /** Where each round begins, in order. */
  readonly rounds: { round: number; step: number }[] = [];

  constructor(history: BackchannelHistory) {
    const [first, ...news] = history;
    this.#news = news;
    let known = begin<Backchannel>(first);
    this.#kept = [known];
    news.forEach((each, place) => {
      const before = known.view.round;
      known = follow(known, each, patchTable);
      if (known.view.round !== before) this.rounds.push({ round: known.view.round, step: place + 1 });
      if ((place + 1) % STRIDE === 0) this.#kept.push(known);
    });
  }

  /** The last step; the first is 0, before anything. */
  get last(): number {
    return this.#news.length;
  }

  /** Who made the move that led to a step; nobody before the first. */
  by(step: number): MoveMaker | null {
    return this.#news[step - 1]?.by ?? null;
  }

  at(step: number): Known<Backchannel> {
    const wanted = Math.min(Math.max(step, 0), this.last);
    const stride = Math.floor(wanted / STRIDE);
    let known = this.#kept[stride] as Known<Backchannel>;
    for (let place = stride * STRIDE; place < wanted; place += 1)
      known = follow(known, this.#news[place] as BackchannelNewsMessage, patchTable);
    return known;
  }
}
