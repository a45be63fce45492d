import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { Component } from 'svelte';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MapSystem } from '../api';
import SystemCard from '../galaxy/SystemCard.svelte';
import { commandOf, fill, isOf } from './powers';
import { desk, deskReference } from '../test/desk';
import { galaxy as mapOf, system as blankSystem } from '../test/galaxy';
import DeskHarness from '../test/DeskHarness.svelte';
import GiveDialog from './GiveDialog.svelte';
import LeaveDialog from './LeaveDialog.svelte';
import ShowDialog from './ShowDialog.svelte';
import UseDialog from './UseDialog.svelte';

beforeAll(() => {
  // The document here has no dialogs.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
});

const open = (component: unknown, changes: Parameters<typeof desk>[0] = {}, props = {}) => {
  const made = desk(changes);
  render(DeskHarness, {
    props: { room: made.room, component: component as Component<never>, props: { onclose: () => undefined, ...props } },
  });
  return made;
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('what is not a transaction', () => {
  it('is handed over by itself', async () => {
    const { attempt } = open(GiveDialog);
    expect(screen.getByRole('button', { name: 'Hand it over' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'commodities: one more' }));
    await press('Hand it over');
    expect(attempt).toHaveBeenCalledWith({ type: 'give', to: 1, goods: { commodities: 1 } });
  });

  it('is refused where it is asked for, with the clause', async () => {
    const { attempt } = open(LeaveDialog);
    attempt.mockResolvedValue({
      type: 'refused',
      status: 422,
      title: '',
      detail: 'The last two players cannot leave.',
      clause: 'TI-64',
    });
    await press('Ann leaves for good');
    expect(attempt).toHaveBeenCalledWith({ type: 'leave' });
    expect(await screen.findByRole('alert')).toHaveTextContent('The last two players cannot leave. TI-64');
  });

  it('shows chosen cards to one player', async () => {
    const { attempt } = open(ShowDialog);
    await userEvent.click(screen.getByRole('checkbox', { name: /Ceasefire/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Sabotage/ }));
    await press('Show them');
    expect(attempt).toHaveBeenCalledWith({
      type: 'show',
      to: 1,
      cards: { notes: [{ issuer: 0, kind: 'ceasefire' }], action_cards: ['Sabotage'] },
    });
  });
});

describe('an ability', () => {
  it('that can be used now comes first, filled in', async () => {
    const { attempt } = open(UseDialog, {
      commands: [{ type: 'use', effect: { effect: 'seize_artifact', from: 1, fragment: { hazardous: 1 } } }],
    });
    const choice = screen.getByRole('combobox', { name: 'Ability or card' });
    expect(choice).toHaveValue('seize_artifact');
    expect(within(choice).getAllByRole('group')[0]).toHaveAttribute('label', 'Possible now');
    await press('Use it');
    expect(attempt).toHaveBeenCalledWith({
      type: 'use',
      effect: { effect: 'seize_artifact', from: 1, fragment: { hazardous: 1 } },
    });
  });

  it('is aimed at what the server lists', async () => {
    const seize = (from: number, fragment: object) =>
      ({ type: 'use', effect: { effect: 'seize_artifact', from, fragment } }) as const;
    const { attempt } = open(UseDialog, {
      commands: [seize(1, { hazardous: 1 }), seize(0, { cultural: 1 })] as never,
    });
    const fragments = () => within(screen.getByRole('combobox', { name: 'Which fragment' })).getAllByRole('option');
    expect(fragments().map((it) => it.textContent)).toEqual(['Hazardous fragment']);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'From' }), 'Ann');
    expect(fragments().map((it) => it.textContent)).toEqual(['Cultural fragment']);
    await press('Use it');
    expect(attempt).toHaveBeenCalledWith(seize(0, { cultural: 1 }));
  });

  it('that opens a transaction is invoked with somebody', async () => {
    const { attempt } = open(UseDialog);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ability or card' }), 'deepgloom_executable');
    await press('Use it');
    expect(attempt).toHaveBeenCalledWith({ type: 'invoke', with: 1, power: { ability: 'deepgloom-executable' } });
  });

  it('is filled in from a command and makes the same one again', () => {
    const blank = {
      whom: 1,
      second: 0,
      note: { issuer: 0, kind: 'ceasefire' },
      hand: 'secrets',
      unit: 'mech',
      fragment: 'unknown',
    } as const;
    for (const form of deskReference.uses) {
      const command = commandOf(form, blank);
      if (command.type !== 'use' && command.type !== 'invoke') throw new Error(form.id);
      expect(deskReference.uses.filter((it) => isOf(it, command))).toEqual([form]);
      const other = { ...blank, whom: 9, second: 8, note: null, unit: '' };
      expect(commandOf(form, fill(form, command, other))).toEqual(command);
    }
  });

  it('says what it costs, as the reference has it', async () => {
    open(UseDialog);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ability or card' }), 'research');
    expect(screen.getByText(/Costs 3 trade goods\./)).toBeInTheDocument();
  });
});

describe('a system', () => {
  const system = (name: string): MapSystem => ({ ...blankSystem([0, 0]), name });
  const galaxy = mapOf([{ ...system('Rim'), tokens: ['gamma'] }, system('Core')], {
    memoria: { owner: 1, flagship: 1, mechs: [] },
  });

  it('is charted as the server lists it, and what may be taken away is', async () => {
    const away = { feature: 'wormhole', system: 'Rim', kind: 'gamma', lies: false } as const;
    const kept = { feature: 'hil_colish', system: null } as const;
    const charted = [
      { system: 0, text: 'gamma wormhole token', away },
      { system: 0, text: 'Hil Colish', away: kept },
      { system: 1, text: 'ingress token', away: null },
    ];
    const { attempt } = open(SystemCard, { galaxy, view: { charted }, removes: [away] }, { galaxy, index: 0 });
    expect(screen.getByText('Hil Colish', { selector: 'span' })).toBeInTheDocument();
    expect(screen.queryByText('ingress token')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Take away: Hil Colish' })).toBeNull();
    await press('Take away: gamma wormhole token');
    expect(attempt).toHaveBeenLastCalledWith({ type: 'chart', feature: away });
    await userEvent.click(screen.getByText('Chart something here'));
    const chart = async (what: string, feature: object) => {
      await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What lies here' }), what);
      await press('Chart it');
      expect(attempt).toHaveBeenLastCalledWith({ type: 'chart', feature });
    };
    await chart('Beta wormhole token', { feature: 'wormhole', system: 'Rim', kind: 'beta', lies: true });
    await chart('Hil Colish', { feature: 'hil_colish', system: 'Rim' });
    await chart('A mech', { feature: 'memoria', flagship: 'Core', mechs: ['Edge', 'Rim'] });
    await chart('Void tether', { feature: 'void_tether', between: ['Rim', 'Core'], lies: true });
  });
});
