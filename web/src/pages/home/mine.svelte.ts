/** One's own tables, as they change. */
import { inbox } from '../../api/people';
import type { Waiting } from '../../api/types';
import { somebody } from '../../lib/me.svelte';

export class Mine {
  /** Nothing while they are not known. */
  tables: Waiting[] | null = $state.raw(null);

  /** Follows them until it is called off. */
  follow(): (() => void) | undefined {
    if (somebody.me === null) this.tables = [];
    if (!somebody.me) return undefined;
    inbox().then(
      (found) => (this.tables = found.tables),
      () => (this.tables ??= []),
    );
    const source = typeof EventSource === 'undefined' ? null : new EventSource('/api/v1/inbox/events');
    source?.addEventListener('message', ({ data }) => (this.tables = JSON.parse(data).tables));
    return () => source?.close();
  }
}

/** Where somebody was: the table that they last looked at if it is still played, else the one that waits longest. */
export function goOn(tables: Waiting[], last: string): Waiting | undefined {
  const played = tables.filter(({ standing, seat }) => standing === 'playing' && seat !== null);
  return played.find(({ table }) => table === last) ?? played[0];
}

/** Against whom, in a few words. */
export function against(others: string[]): string {
  if (others.length === 0) return 'nobody else yet';
  if (others.length <= 3) return others.join(', ');
  return `${others.slice(0, 2).join(', ')} and ${others.length - 2} more`;
}
