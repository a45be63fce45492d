import { describe, expect, it } from 'vitest';
import type { Bundle, Term, TwilightReference } from '../api';
import { draft, fromTerm, isComplete, tidy, toTerm, VERBS } from './terms';
import { goodsWords, termWords, type Names } from './words';

const reference = {
  factions: [],
  abilities: [],
  conditions: [],
  units: [{ name: 'infantry', prices: [1, 1, 2] }],
  notes: [{ id: 'ceasefire', name: 'Ceasefire', issuer: null, text: '', mandatory: false, open: null }],
  steps: [{ id: 'vote', phase: 'agenda', words: 'the vote', turn: false, asks: true, next: [] }],
} as unknown as TwilightReference;
const names: Names = { player: (seat) => ['Ann', 'Bob'][seat] ?? '?', reference };

describe('a draft of a term', () => {
  it('comes back from the wire as it went', () => {
    for (const { verb } of VERBS) {
      const it = draft(1, verb, {
        text: 'x',
        result: verb === 'result' ? 'y' : '',
        note: verb.includes('note') ? { issuer: 0, kind: 'ceasefire' } : null,
        when: 'vote',
        after: 'dice',
        count: verb === 'produce' || verb === 'vote' ? 3 : 0,
        number: verb === 'produce' ? 2 : 1,
      });
      if (['give', 'pay_back', 'use_note', 'do_not_use_note', 'abstain', 'pass', 'replenish'].includes(verb))
        it.text = '';
      expect(fromTerm(toTerm(it))).toEqual(it);
    }
  });

  it('is complete when its verb has what it asks for', () => {
    expect(isComplete(draft(0))).toBe(true);
    expect(isComplete(draft(0, 'give', { goods: { trade_goods: 0, relics: [' '] } }))).toBe(false);
    expect(isComplete(draft(0, 'pass'))).toBe(true);
    expect(isComplete(draft(0, 'use_note'))).toBe(false);
    expect(isComplete(draft(0, 'result', { text: 'Spy' }))).toBe(false);
  });

  it('sends no empty goods', () => {
    expect(tidy({ trade_goods: 0, commodities: 2, fragments: { cultural: 0 }, relics: [' The Codex '] })).toEqual({
      commodities: 2,
      relics: ['The Codex'],
    });
  });
});

describe('words', () => {
  it('say what is handed over', () => {
    const goods: Bundle = {
      trade_goods: 1,
      commodities: 2,
      fragments: { cultural: 1 },
      notes: [{ issuer: 1, kind: 'ceasefire' }],
    };
    expect(goodsWords(goods, names)).toBe('1 trade good, 2 commodities, 1 cultural fragment, Bob’s Ceasefire');
    expect(goodsWords({}, names)).toBe('nothing');
  });

  it('say what is done, and when', () => {
    const term: Term = { by: 0, act: { act: 'vote', outcome: 'for', votes: 2 }, when: { at: 'vote' }, after: 'dice' };
    expect(termWords(term, names)).toBe('votes for with at least 2 votes, in the vote, after dice');
  });
});
