/** What is done at a table before it starts, one thing after the other. */
import type { Table } from '../api/types';
import { somebody } from '../lib/me.svelte';
import { notices } from '../lib/notices.svelte';

export class Gathering {
  busy = $state(false);

  constructor(private readonly onchange: (table: Table) => void) {}

  act = async (what: () => Promise<Table | void>): Promise<void> => {
    this.busy = true;
    try {
      if (!(await somebody.need())) return;
      const changed = await what();
      if (changed) this.onchange(changed);
    } catch (error) {
      notices.refuse(error);
    } finally {
      this.busy = false;
    }
  };
}
