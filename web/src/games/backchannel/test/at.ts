/** Puts a component on a table. */
import { render } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { Component } from 'svelte';
import TableHarness from './TableHarness.svelte';
import { seated } from './seated';

export function at(
  component: unknown,
  changes: Parameters<typeof seated>[0] = {},
  props: Record<string, unknown> = {},
) {
  const table = seated(changes);
  const shown = render(TableHarness, {
    props: { room: table.room, workspace: table.workspace, component: component as Component<never>, props },
  });
  return { ...table, ...shown, user: userEvent.setup() };
}
