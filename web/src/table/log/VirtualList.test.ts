import { render } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { expect, it } from 'vitest';
import VirtualList from './VirtualList.svelte';

it('holds only the rows in sight, however many there are', () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => ({ n }));
  const row = createRawSnippet((line: () => { n: number }) => ({ render: () => `<p>line ${line().n}</p>` }));
  const { container } = render(VirtualList, { props: { rows, row, label: 'Log' } });
  expect(container.querySelectorAll('p').length).toBeLessThan(60);
  expect(container.querySelector<HTMLElement>('.all')?.style.height).toBe(`${5_000 * 44}px`);
});
