/** A rule that is read beside the game, where somebody has made room for it. */
import { untrack } from 'svelte';

class Beside {
  clause = $state<string | null>(null);
  /** Those who have made room; the last of them lies on top. */
  #hosts = $state.raw<symbol[]>([]);
  #opener: HTMLElement | null = null;

  /** Makes room; what it returns takes it back. */
  host(name: symbol): () => void {
    this.#hosts = [...untrack(() => this.#hosts), name];
    return () => {
      this.#hosts = this.#hosts.filter((other) => other !== name);
      this.clause = null;
    };
  }

  /** Whether a rule is shown by this host: one behind a sheet shows nothing. */
  isShownBy(name: symbol): boolean {
    return this.clause !== null && this.#hosts.at(-1) === name;
  }

  open(clause: string): boolean {
    if (this.#hosts.length === 0) return false;
    this.#opener = document.activeElement as HTMLElement | null;
    this.clause = clause;
    return true;
  }

  close(): void {
    this.clause = null;
    this.#opener?.focus();
  }
}

export const beside = new Beside();
