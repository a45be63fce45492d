import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { expect, it, vi } from 'vitest';
import type { LogLine } from '../known';
import LogPanel from './LogPanel.svelte';

const line = (n: number, kind: string): LogLine => ({ n, round: 1, filters: [kind], line: [{ text: `${kind} ${n}` }] });
const row = createRawSnippet((of: () => LogLine) => ({ render: () => `<p>${of().line[0]?.text}</p>` }));
const panel = (log: LogLine[]) => {
  const loadOlder = vi.fn(() => Promise.resolve());
  const kinds = ['combat', 'deals', 'signals'].map((id) => ({ id, text: id }));
  render(LogPanel<LogLine>, { label: 'Log', name: 'log', kinds, log, look: 'page', loadOlder, row });
  return loadOlder;
};

it('shows everything, or one kind of it', async () => {
  const loadOlder = panel([line(0, 'combat'), line(1, 'deals')]);
  expect(screen.getByText('combat 0')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'deals' }));
  expect(screen.queryByText('combat 0')).toBeNull();
  expect(screen.getByText('deals 1')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'signals' }));
  expect(screen.getByText(/Nothing of this kind/)).toBeVisible();
  expect(loadOlder).not.toHaveBeenCalled();
});

it('fetches older lines while there are too few to scroll', () => {
  expect(panel([line(7, 'combat')])).toHaveBeenCalled();
});
