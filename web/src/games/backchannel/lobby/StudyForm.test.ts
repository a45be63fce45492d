import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { BackchannelReference } from '../api';
import StudyForm from './StudyForm.svelte';

const words = (field: string, label: string) => ({ field, label, hint: '', clause: 'BC-1101', choices: [] });
const choices = [
  { value: 'breakable', text: 'Breakable', hint: '' },
  { value: 'binding', text: 'Binding', hint: '' },
];
const reference = {
  study: { agreements: 'none', signals: true },
  settings: [words('study', 'Study'), { ...words('agreements', 'Agreements'), choices }, words('signals', 'Signals')],
} as unknown as BackchannelReference;

it('offers what agreements and signals are worth only at a study', async () => {
  const onchange = vi.fn();
  const user = userEvent.setup();
  const { rerender } = render(StudyForm, { study: null, reference, off: false, onchange });
  expect(screen.queryByRole('radio', { name: 'Binding' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: /Study/ }));
  expect(onchange, 'it begins as the server says').toHaveBeenLastCalledWith({ agreements: 'none', signals: true });

  await rerender({ study: { agreements: 'breakable', signals: true }, reference, off: false, onchange });
  await user.click(screen.getByRole('radio', { name: 'Binding' }));
  expect(onchange).toHaveBeenLastCalledWith({ agreements: 'binding', signals: true });
  await user.click(screen.getByRole('checkbox', { name: /Signals/ }));
  expect(onchange).toHaveBeenLastCalledWith({ agreements: 'breakable', signals: false });
  await user.click(screen.getByRole('checkbox', { name: /Study/ }));
  expect(onchange).toHaveBeenLastCalledWith(null);
});
