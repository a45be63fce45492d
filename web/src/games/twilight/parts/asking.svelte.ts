/** A verdict that follows what is written: asked for when the writing pauses, and only the last answer counts. */
import { problem as problemOf } from '../../../api/client';
import type { Judgement } from '../api';
import type { Problem } from '../../../api/types';

export class Asking<T> {
  judgement = $state.raw<Judgement | null>(null);
  problem = $state.raw<Problem | null>(null);
  pending = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(
    private readonly ask: (what: T) => Promise<Judgement>,
    private readonly pause = 220,
  ) {}

  /** Nothing to ask about is no verdict. */
  about(what: T | null): void {
    clearTimeout(this.#timer);
    const turn = (this.#turn += 1);
    if (what === null) {
      this.judgement = this.problem = null;
      this.pending = false;
      return;
    }
    this.pending = true;
    this.#timer = setTimeout(() => void this.#send(turn, what), this.pause);
  }

  async #send(turn: number, what: T): Promise<void> {
    try {
      const judgement = await this.ask(what);
      if (turn !== this.#turn) return;
      this.judgement = judgement;
      this.problem = null;
    } catch (error) {
      if (turn !== this.#turn) return;
      const problem = problemOf(error);
      // Too many questions at once: the last one is asked again.
      if (problem.status === 429) {
        this.#timer = setTimeout(() => void this.#send(turn, what), 1_000 * (problem.retry_after ?? 1));
        return;
      }
      this.problem = problem;
      this.judgement = null;
    }
    this.pending = false;
  }
}
