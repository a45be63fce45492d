/** Puts a component on a table. */
import { render } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { Component } from 'svelte';
import Harness from './Harness.svelte';
import { seated } from './table';

export function at(
  component: unknown,
  changes: Parameters<typeof seated>[0] = {},
  props: Record<string, unknown> = {},
) {
  const table = seated(changes);
  const shown = render(Harness, {
    props: { room: table.room, desk: table.desk, component: component as Component<never>, props },
  });
  return { ...table, ...shown, user: userEvent.setup() };
}
