import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { terms } from '../test/desk';
import { pack } from './share';
import { router } from '../../../lib/router.svelte';
import JudgePage from './JudgePage.svelte';

const reference = {
  factions: [
    {
      id: 'hacan',
      name: 'The Emirates of Hacan',
      short: 'Hacan',
      expansion: 'base',
      commodities: 6,
      notes: [],
      issues: ['ceasefire'],
      abilities: [],
      home: '16',
    },
  ],
  notes: [{ id: 'ceasefire', name: 'Ceasefire', issuer: null, text: '', mandatory: false, open: null }],
  steps: [
    { id: 'production', phase: 'action', words: 'production', turn: true, asks: false, next: [] },
    { id: 'vote', phase: 'agenda', words: 'the vote', turn: false, asks: true, next: [] },
  ],
  phases: [
    { id: 'action', name: 'action' },
    { id: 'agenda', name: 'agenda' },
  ],
  units: [{ name: 'dreadnought', prices: [4, 8] }],
  powers: [],
  abilities: [],
  conditions: [],
  expansions: [{ id: 'base', name: 'Base game' }],
  classes: [
    { id: 'non_binding', words: 'non-binding' },
    { id: 'partly_binding', words: 'partly binding' },
  ],
  findings: [
    { id: 'binds', words: 'binds' },
    { id: 'fails', words: 'fails' },
  ],
  setup: { switches: [], readings: [] },
  assumed: { neighbours: true, issues: ['ceasefire'] },
  terms,
};
const found = {
  legal: true,
  class: 'non_binding',
  strict: 'non_binding',
  per_term: 'partly_binding',
  split: [1],
  terms: [
    { by: 'Bob', term: 'gives 4 trade goods', finding: 'binds', reason: { clause: 'TI-74', text: 'It is legal.' } },
    { by: 'Ann', term: 'produces dreadnought', finding: 'fails', reason: { clause: 'TI-77', text: 'She cannot pay.' } },
  ],
};

const asked: unknown[] = [];
let answer: () => Response = () => Response.json(found);

beforeEach(() => {
  asked.length = 0;
  answer = () => Response.json(found);
  vi.stubGlobal('fetch', async (path: string, init?: { body?: string }) => {
    if (path.endsWith('/rulesets/twilight')) return Response.json(reference);
    asked.push(JSON.parse(init?.body ?? 'null'));
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  router.go('/', 'replace');
});

describe('the judge', () => {
  it('judges what is written, term by term, with clauses that lead into the manual', async () => {
    render(JudgePage);
    const verdict = await screen.findByRole('complementary', { name: 'Verdict' });
    await waitFor(() => expect(within(verdict).getByText('Non-binding', { selector: '.stamp' })).toBeInTheDocument());
    expect(within(verdict).getByRole('link', { name: /TI-77/ })).toHaveAttribute('href', '/manual/twilight#TI-77');
    expect(within(verdict).getByText(/would bind/)).toHaveTextContent('term 1');

    await userEvent.click(screen.getByRole('button', { name: '+ Ann …' }));
    await waitFor(() => expect((asked.at(-1) as { deal: { terms: unknown[] } }).deal.terms).toHaveLength(3));
  });

  it('names the field that it cannot read, and what was probably meant', async () => {
    answer = () =>
      Response.json(
        {
          type: 'invalid',
          status: 422,
          title: '',
          detail: 'There is no faction called "Hakan"; did you mean "Hacan"?',
          field: 'players[0].faction',
        },
        { status: 422 },
      );
    render(JudgePage);
    await waitFor(() => expect(screen.getAllByText(/did you mean "Hacan"/).length).toBeGreaterThan(0));
    expect(screen.getByText(/players\[0\]\.faction/)).toBeInTheDocument();
  });

  it('opens the situation that a link carries', async () => {
    const situation = {
      about: 'From a link',
      players: ['Zoe', 'Max'],
      moment: { step: 'vote', asked: 'Max' },
      deal: { terms: [{ by: 'Zoe', pass: true }] },
    };
    router.go(`/judge#s=${await pack(situation)}`, 'replace');
    render(JudgePage);
    expect(await screen.findByDisplayValue('From a link')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Name of player 1' })).toHaveValue('Zoe');
  });

  it('answers a question that has no deal, and stamps nothing', async () => {
    const reason = { clause: 'TI-76', text: 'The window of Bribery is open now for Ann.' };
    const line = { question: 'May Bribery be used now, and by whom?', answer: 'yes', reason };
    answer = () =>
      Response.json({
        ...found,
        class: 'not_asked',
        strict: 'not_asked',
        per_term: 'not_asked',
        terms: [],
        split: null,
        answers: [line],
      });
    const situation = { players: ['Ann', 'Bob'], moment: { step: 'vote', asked: 'Ann' }, may: { play: 'Bribery' } };
    router.go(`/judge#s=${await pack(situation)}`, 'replace');
    render(JudgePage);
    const verdict = await screen.findByRole('complementary', { name: 'Verdict' });
    await waitFor(() => expect(within(verdict).getByText('Yes.')).toBeInTheDocument());
    expect(verdict.querySelector('.stamp')).toBeNull();
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ may: { play: 'Bribery' } }));
    expect(asked.at(-1)).not.toHaveProperty('deal');
    expect(screen.getByLabelText('The question')).toHaveValue('play');
  });
});
