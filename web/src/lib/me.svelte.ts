/** Who is here. A name is asked for once, when it is first needed. */
import { problem, Refused } from '../api/client';
import * as people from '../api/people';
import type { Me } from '../api/types';

class Somebody {
  /** Nothing while it is not known; null for nobody. */
  me = $state.raw<Me | null | undefined>(undefined);
  asking = $state(false);
  #named: ((me: Me | null) => void)[] = [];

  async load(): Promise<void> {
    try {
      this.me = await people.me();
    } catch (error) {
      this.me = problem(error).status === 401 ? null : this.me;
    }
  }

  /** Makes sure that there is somebody; null if they would not say who. */
  async need(): Promise<Me | null> {
    if (this.me === undefined) await this.load();
    if (this.me) return this.me;
    this.asking = true;
    return new Promise((resolve) => this.#named.push(resolve));
  }

  async beGuest(name: string): Promise<void> {
    this.is(await people.beGuest(name));
  }

  is(me: Me | null): void {
    this.me = me;
    this.#settle(me);
  }

  refuse(): void {
    this.#settle(null);
  }

  #settle(me: Me | null): void {
    this.asking = false;
    for (const named of this.#named.splice(0)) named(me);
  }
}

export const somebody = new Somebody();
export { Refused };
