import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import GoodsEditor from './GoodsEditor.svelte';
import { desk } from '../test/desk';
import DeskHarness from '../test/DeskHarness.svelte';

describe('goods', () => {
  it('take a note from the known hand, and the field that adds one is empty again', async () => {
    const onchange = vi.fn();
    render(DeskHarness, {
      props: { room: desk().room, component: GoodsEditor, props: { goods: {}, giver: 0, onchange } },
    });
    const add = screen.getByRole('combobox', { name: 'Promissory note' });
    await userEvent.selectOptions(add, '0:ceasefire');
    expect(onchange).toHaveBeenCalledWith({ notes: [{ issuer: 0, kind: 'ceasefire' }] });
    expect(add).toHaveValue('');
  });

  it('ask for what is rare only when it is wanted', async () => {
    render(DeskHarness, {
      props: { room: desk().room, component: GoodsEditor, props: { goods: {}, giver: 0, onchange: vi.fn() } },
    });
    expect(screen.queryByRole('spinbutton', { name: 'cultural fragments' })).toBeNull();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'More to hand over' }), 'fragments');
    expect(screen.getByRole('spinbutton', { name: 'cultural fragments' })).toBeInTheDocument();
  });
});
