import { describe, expect, it } from 'vitest';
import { terms } from '../test/desk';
import { actForm, draft, fromTerm, gift, isComplete, tidy, toTerm } from './terms';

const begin = (act: string, change = {}) => draft(actForm(act, terms), 0, change);

describe('a draft of a term', () => {
  it('comes back from the wire as it went', () => {
    for (const form of terms.acts) {
      const { asks } = form;
      const it = draft(form, 1, {
        text: asks === null || asks === 'goods' || asks === 'note' ? '' : 'x',
        result: asks === 'result' ? 'y' : '',
        note: asks === 'note' ? { issuer: 0, kind: 'ceasefire' } : null,
        when: 'vote',
        after: 'dice',
        count: asks === 'unit' || asks === 'outcome' ? 3 : 0,
        number: asks === 'unit' ? 2 : 1,
      });
      expect(fromTerm(toTerm(it, terms), terms)).toEqual(it);
    }
  });

  it('is complete when its verb has what it asks for', () => {
    expect(isComplete(gift(0, terms))).toBe(true);
    expect(isComplete(gift(0, terms, { trade_goods: 0, relics: [' '] }))).toBe(false);
    expect(isComplete(begin('pass'))).toBe(true);
    expect(isComplete(begin('use_note'))).toBe(false);
    expect(isComplete(begin('card_result', { text: 'Spy' }))).toBe(false);
  });

  it('sends no empty goods', () => {
    expect(tidy({ trade_goods: 0, commodities: 2, fragments: { cultural: 0 }, relics: [' The Codex '] })).toEqual({
      commodities: 2,
      relics: ['The Codex'],
    });
  });
});
