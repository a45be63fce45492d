import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import StudyForm from './StudyForm.svelte';

it('offers what agreements and signals are worth only at a study', async () => {
  const onchange = vi.fn();
  const user = userEvent.setup();
  const { rerender } = render(StudyForm, { study: null, off: false, onchange });
  expect(screen.queryByRole('radio', { name: 'Binding' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: /Study/ }));
  expect(onchange).toHaveBeenLastCalledWith({ agreements: 'breakable', signals: true });

  await rerender({ study: { agreements: 'breakable', signals: true }, off: false, onchange });
  await user.click(screen.getByRole('radio', { name: 'Binding' }));
  expect(onchange).toHaveBeenLastCalledWith({ agreements: 'binding', signals: true });
  await user.click(screen.getByRole('checkbox', { name: /Signals/ }));
  expect(onchange).toHaveBeenLastCalledWith({ agreements: 'breakable', signals: false });
  await user.click(screen.getByRole('checkbox', { name: /Study/ }));
  expect(onchange).toHaveBeenLastCalledWith(null);
});
