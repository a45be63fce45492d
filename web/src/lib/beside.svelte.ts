/** A rule that is read beside the game, where somebody has made room for it. */
class Beside {
  clause = $state<string | null>(null);
  #hosts = 0;
  #opener: HTMLElement | null = null;

  /** Makes room; what it returns takes it back. */
  host(): () => void {
    this.#hosts += 1;
    return () => {
      this.#hosts -= 1;
      this.clause = null;
    };
  }

  /** Whether there is room. A sheet that lies over everything leaves none. */
  get hasRoom(): boolean {
    return this.#hosts > 0 && document.querySelector('dialog[open]') === null;
  }

  open(clause: string): boolean {
    if (!this.hasRoom) return false;
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
