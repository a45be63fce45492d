import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalLine, MapSystem, Promised, Term, TwilightView } from '../api';
import { desk } from '../test/desk';
import { galaxy, system } from '../test/galaxy';
import DeskHarness from '../test/DeskHarness.svelte';
import GalaxyPanel from '../galaxy/GalaxyPanel.svelte';
import OfferComposer from './OfferComposer.svelte';
import Holdings from './Holdings.svelte';
import JournalRow from './JournalRow.svelte';
import PromiseLedger from './PromiseLedger.svelte';
import MomentBar from './MomentBar.svelte';
import OfferCard from './OfferCard.svelte';

const asked: { to: number; terms: Term[] }[] = [];
const finding = (found: string) => ({
  by: 'Ann',
  term: 'gives 2 trade goods',
  finding: found,
  reason: { clause: 'TI-74', text: 'It can be done now.' },
});
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
    const idea = JSON.parse(init.body) as (typeof asked)[number];
    asked.push(idea);
    return Response.json({
      legal: true,
      class: 'binding',
      strict: 'binding',
      per_term: 'binding',
      terms: idea.terms.map(() => finding('binds')),
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const promise = (change: Partial<Promised> = {}): Promised => ({
  id: { from: 0, to: 1, number: 1, term: 0 },
  by: 1,
  to: 0,
  term: { by: 1, act: { act: 'pay_back', goods: { trade_goods: 2 } }, when: 'next_round' },
  due: { round: 3 },
  faith: 'pending',
  words: [null, null],
  text: 'will pay back 2 trade goods, next round',
  debt: true,
  may_say: ['kept', 'broken', 'void'],
  may_correct: [],
  reminds: false,
  due_now: false,
  payable: false,
  ...change,
});

describe('the composer', () => {
  it('shows the verdict while a transaction is put together, and sends it', async () => {
    const { room, order } = desk();
    render(DeskHarness, { props: { room, component: OfferComposer, props: { seat: 0, to: null, terms: null } } });
    expect(screen.getByRole('button', { name: 'Send to Bob' })).toBeDisabled();
    const mine = screen.getByRole('group', { name: 'You give' });
    await userEvent.click(within(mine).getByRole('button', { name: 'trade goods: one more' }));
    await userEvent.click(within(mine).getByRole('button', { name: 'trade goods: one more' }));
    await waitFor(() => expect(screen.getByText('Binding', { selector: '.stamp' })).toBeInTheDocument());
    const terms = [{ by: 0, act: { act: 'transfer', goods: { trade_goods: 2 } }, when: 'now' }];
    await waitFor(() => expect(asked.at(-1)).toEqual({ to: 1, terms }));
    await userEvent.click(screen.getByRole('button', { name: 'Send to Bob' }));
    expect(order).toHaveBeenCalledWith({ type: 'offer', to: 1, terms });
  });

  it('says with whom there is no transaction now, and why', async () => {
    const barred = { text: 'They are not neighbours.', clause: 'TI-08' };
    const partners = [
      { seat: 1, barred, allowed: null },
      { seat: 0, barred: null, allowed: null },
    ];
    const { room } = desk({ own: { partners } });
    render(DeskHarness, { props: { room, component: OfferComposer, props: { seat: 2, to: null, terms: null } } });
    expect(screen.getByRole('radio', { name: /Ann/ })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: /Bob/ }));
    expect(screen.getByText(/No transaction now. They are not neighbours./)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /TI-08/ })).toBeInTheDocument();
  });

  it('writes a debt as a deal that falls due later', async () => {
    const { room } = desk();
    render(DeskHarness, { props: { room, component: OfferComposer, props: { seat: 0, to: null, terms: null } } });
    await userEvent.click(screen.getByRole('radio', { name: 'Deal' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What term 1 is' }), 'pay_back');
    await waitFor(() => expect(asked.at(-1)?.terms[0]).toMatchObject({ act: { act: 'pay_back' }, when: 'next_round' }));
  });
});

describe('what is produced', () => {
  it('has the price that the reference gives', async () => {
    const { room } = desk();
    render(DeskHarness, { props: { room, component: OfferComposer, props: { seat: 0, to: null, terms: null } } });
    await userEvent.click(screen.getByRole('radio', { name: 'Deal' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What term 1 is' }), 'produce');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Unit of term 1' }), 'infantry');
    const cost = screen.getByRole('spinbutton', { name: 'cost in all' });
    expect(cost).toHaveValue(1);
    await userEvent.click(screen.getByRole('button', { name: 'how many: one more' }));
    expect(cost).toHaveValue(1);
    await userEvent.click(screen.getByRole('button', { name: 'how many: one more' }));
    expect(cost).toHaveValue(2);
    await waitFor(() => expect(asked.at(-1)?.terms[0]?.act).toEqual({ act: 'produce', unit: '3 infantry', cost: 2 }));
  });
});

describe('the map', () => {
  it('shows the wormholes that there are now, whatever is printed', () => {
    const nexus: MapSystem = { ...system(null), name: 'the wormhole nexus', nexus: 'active' };
    const wormholes: TwilightView['wormholes'] = [
      { kind: 'alpha', systems: [0] },
      { kind: 'gamma', systems: [0] },
    ];
    const { room } = desk({ galaxy: galaxy([nexus]), view: { wormholes } });
    render(DeskHarness, { props: { room, component: GalaxyPanel } });
    const label = 'the wormhole nexus; active side up; alpha wormhole; gamma wormhole';
    expect(screen.getByRole('button', { name: label })).toBeInTheDocument();
    expect(screen.getByText('γ')).toBeInTheDocument();
  });
});

describe('the borders', () => {
  it('say by which path two are neighbours', () => {
    const path = { link: 'edge', here: 0, there: 1, by: null, words: 'Lodor touches Quann' } as const;
    const { room } = desk({ view: { neighbours: [{ seats: [0, 1], path }] } });
    render(DeskHarness, { props: { room, component: GalaxyPanel } });
    expect(screen.getAllByText('Lodor touches Quann')).toHaveLength(2);
  });
});

describe('an offer', () => {
  it('is read by the judge and accepted by its number', async () => {
    const accept = { type: 'accept' as const, offer: { from: 1, number: 4 } };
    const { room, order } = desk({ commands: [accept] });
    const offer = {
      id: { from: 1, number: 4 },
      to: 0,
      terms: [{ by: 1, act: { act: 'pass' }, when: 'now' }],
      verdict: { class: 'binding', strict: 'binding', per_term: 'binding', barred: null, terms: [], split: null },
    };
    render(DeskHarness, { props: { room, component: OfferCard, props: { offer, mine: false } } });
    expect(await screen.findByText('It can be done now.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(order).toHaveBeenCalledWith(accept);
  });
});

describe('the ledger', () => {
  it('keeps debts apart from promises and takes a word on them', async () => {
    const said = promise({
      id: { from: 0, to: 1, number: 1, term: 1 },
      term: { by: 1, act: { act: 'words', text: 'peace' }, when: 'this_round' },
      words: ['kept', null],
      text: 'promises: peace, this round',
      debt: false,
      may_say: ['broken'],
    });
    const { room, order } = desk({ own: { promises: [promise(), said] } });
    render(DeskHarness, { props: { room, component: PromiseLedger } });
    expect(
      within(screen.getByRole('region', { name: 'Debts' })).getByText(/will pay back 2 trade goods, next round/),
    ).toBeInTheDocument();
    const words = screen.getByRole('region', { name: 'Promises' });
    expect(within(words).getByText('Bob says: kept')).toBeInTheDocument();
    expect(within(words).queryByRole('button', { name: 'Void' })).toBeNull();
    await userEvent.click(within(words).getByRole('button', { name: 'Broken' }));
    expect(order).toHaveBeenCalledWith({ type: 'settle', promise: said.id, faith: 'broken' });
  });

  it('lets the creditor release what is owed at once', async () => {
    const released = { type: 'release' as const, promise: promise().id };
    const { room, order } = desk({ view: { owed: [promise()] }, commands: [released] });
    render(DeskHarness, { props: { room, component: PromiseLedger } });
    await userEvent.click(screen.getByRole('button', { name: 'Release Bob' }));
    expect(order).toHaveBeenCalledWith(released);
  });

  it('offers no release that the server does not list', () => {
    const other = { type: 'release' as const, promise: { ...promise().id, number: 99 } };
    const { room } = desk({ view: { owed: [promise()] }, commands: [other] });
    render(DeskHarness, { props: { room, component: PromiseLedger } });
    expect(screen.queryByRole('button', { name: 'Release Bob' })).toBeNull();
  });
});

describe('the desk', () => {
  it('shows one’s own hand and only counts the others’', () => {
    const { room } = desk();
    render(DeskHarness, { props: { room, component: Holdings } });
    const hand = screen.getByRole('region', { name: 'Your hand' });
    expect(within(hand).getByText('Sabotage')).toBeInTheDocument();
    expect(
      within(screen.getByRole('article', { name: 'Bob' })).getByText(/1 note · 2 action cards/),
    ).toBeInTheDocument();
  });

  it('moves on by the steps that may follow', async () => {
    const { room, order } = desk({ commands: [{ type: 'advance', to: 'end_of_action' }] });
    render(DeskHarness, { props: { room, component: MomentBar } });
    await userEvent.click(screen.getByRole('button', { name: 'End of the action' }));
    expect(order).toHaveBeenCalledWith({ type: 'advance', to: 'end_of_action' });
  });

  it('ends the turn with one button, and unfolds the steps between', async () => {
    const ends = { type: 'set_moment', moment: { step: 'start_of_turn', active: 1, asked: null } } as const;
    const view = { turn_ends: ends.moment };
    const { room, order } = desk({ view, commands: [{ type: 'advance', to: 'end_of_action' }, ends] });
    render(DeskHarness, { props: { room, component: MomentBar } });
    expect(screen.queryByRole('button', { name: 'End of the action' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Every step' }));
    await userEvent.click(screen.getByRole('button', { name: 'End of the action' }));
    expect(order).toHaveBeenLastCalledWith({ type: 'advance', to: 'end_of_action' });
    await userEvent.click(screen.getByRole('button', { name: 'End Ann’s turn' }));
    expect(order).toHaveBeenLastCalledWith(ends);
  });

  it('says why it cannot move on', () => {
    const { room } = desk({ own: { held: { text: 'Something is still owed.', clause: 'TI-74' } } });
    render(DeskHarness, { props: { room, component: MomentBar } });
    expect(screen.getByText(/Something is still owed/)).toBeInTheDocument();
  });

  it('writes its journal with clauses that lead into the manual', () => {
    const { room } = desk();
    const line: JournalLine = {
      n: 0,
      round: 2,
      filters: ['deals'],
      notice: { type: 'struck', from: 0, to: 1, number: 1, class: 'binding' },
      line: [
        { piece: 'player', seat: 0, text: 'Ann' },
        { piece: 'text', text: ' strikes ' },
        { piece: 'clause', clause: 'TI-74', text: 'TI-74' },
      ],
    };
    render(DeskHarness, { props: { room, component: JournalRow, props: { line } } });
    expect(screen.getByRole('link', { name: /TI-74/ })).toHaveAttribute('href', '/manual/twilight#TI-74');
  });
});
