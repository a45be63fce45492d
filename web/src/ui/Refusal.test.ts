import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import Refusal from './Refusal.svelte';

it('says why, and links its clause to the manual', () => {
  const problem = { type: 'refused', status: 422, title: '', detail: 'It is not your turn.', clause: 'BC-201' };
  render(Refusal, { props: { problem } });
  expect(screen.getByRole('alert')).toHaveTextContent('It is not your turn.');
  expect(screen.getByRole('link', { name: /BC-201/ })).toHaveAttribute('href', '/manual/backchannel#BC-201');
});
