import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { Component } from 'svelte';
import { beforeAll, describe, expect, it } from 'vitest';
import { desk } from '../test/desk';
import DeskHarness from '../test/DeskHarness.svelte';
import CorrectDialog from './CorrectDialog.svelte';
import Corrections from './Corrections.svelte';
import CountDialog from './CountDialog.svelte';
import Disputes from './Disputes.svelte';
import LooseNote from './LooseNote.svelte';

beforeAll(() => {
  // The document here has no dialogs.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
});

const open = (component: unknown, changes: Parameters<typeof desk>[0] = {}) => {
  const made = desk(changes);
  render(DeskHarness, {
    props: { room: made.room, component: component as Component<never>, props: { onclose: () => undefined } },
  });
  return made;
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a table that records no holdings', () => {
  it('says so, and who has still to count', () => {
    open(LooseNote, { view: { loose: true, uncounted: [1] } });
    expect(screen.getByText(/what they offer is taken as held/)).toBeInTheDocument();
    expect(screen.getByText('Still to count: Bob.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Count again' })).toBeInTheDocument();
  });

  it('is counted: goods, notes of others, and cards by line', async () => {
    const { attempt } = open(CountDialog, { view: { loose: true, uncounted: [0, 1] } });
    await userEvent.click(screen.getByRole('button', { name: 'trade goods: one more' }));
    await userEvent.type(screen.getByLabelText('Action cards, one on each line'), 'Sabotage\n  Veto ');
    await press('This is what I hold');
    const counted = attempt.mock.lastCall?.[0] as { holdings: { trade_goods: number; action_cards: string[] } };
    expect(counted.holdings.trade_goods).toBe(1);
    expect(counted.holdings.action_cards).toEqual(['Sabotage', 'Veto']);
  });
});

describe('what a feed says otherwise', () => {
  const fact = (of: number) => ({ fact: 'trade_goods', of, count: 1 }) as const;
  const dispute = (of: number, name: string) => ({
    fact: fact(of),
    theirs: `${name} has 1 trade good`,
    ours: `${name} has 2 trade goods`,
    decides: of,
    may_decide: of === 0,
  });

  it('is decided by the one whom it concerns', async () => {
    const feed = {
      source: 'tabletop_playground',
      name: 'Tabletop Playground',
      disputed: [dispute(0, 'Ann'), dispute(1, 'Bob')],
    } as const;
    const { order } = open(Disputes, { view: { feed: feed as never } });
    expect(screen.getByText('Bob decides.')).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Take theirs' })).toHaveLength(1);
    await press('Take theirs');
    expect(order).toHaveBeenCalledWith({ type: 'reconcile', fact: fact(0), take: true });
  });
});

describe('a correction', () => {
  it('is asked for with what differs, and nothing else', async () => {
    const { attempt } = open(CorrectDialog);
    expect(screen.getByRole('button', { name: 'Ask for it' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'trade goods of Bob: one more' }));
    await press('Ask for it');
    const asked = attempt.mock.lastCall?.[0] as { correction: { facts: { of: number }[] } };
    expect(asked.correction.facts).toHaveLength(1);
    expect(asked.correction.facts[0]).toMatchObject({ fact: 'trade_goods', of: 1 });
  });

  it('waits for those whom it touches', async () => {
    const correction = { of: 'holdings', facts: [{ fact: 'trade_goods', of: 0, count: 3 }] } as const;
    const waiting = {
      by: 1,
      correction,
      text: 'Ann has 3 trade goods',
      waits_for: [0],
      may_agree: true,
      may_leave: true,
    };
    const { order } = open(Corrections, { view: { corrections: [waiting as never] } });
    await press('Agree');
    expect(order).toHaveBeenCalledWith({ type: 'correct', correction });
    await press('Leave it as it is');
    expect(order).toHaveBeenCalledWith({ type: 'leave_it', correction });
  });
});
