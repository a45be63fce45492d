import { describe, expect, it } from 'vitest';
import type { SignalBook, TemplateEntry } from './book';
import { blankSignal, conjunctions, followers, outline, signal } from './sentence';

const template = (at: number, more: Partial<TemplateEntry>): TemplateEntry => ({
  template: at,
  id: String(at),
  outline: 'Hold …',
  mood: 'request',
  sentence: 'order',
  slot: ['territory'],
  optional: false,
  others_only: false,
  joins: true,
  promise: null,
  conjunctions: [0],
  ...more,
});

const book: SignalBook = {
  templates: [
    template(0, {}),
    template(1, { outline: 'Greetings', sentence: 'remark', slot: [], joins: false }),
    template(2, { outline: 'I will take …', sentence: 'statement', optional: true, conjunctions: [1] }),
  ],
  conjunctions: [
    { conjunction: 0, id: 'and', text: ', and ', after: ['order', 'remark'], before: ['statement'], templates: [2] },
    { conjunction: 1, id: 'or', text: ', or ', after: ['statement'], before: ['order'], templates: [0] },
  ],
  reactions: [],
  concepts: [],
  agreements: [],
};

describe('a signal in the making', () => {
  it('is none until its slot is filled, unless it may stay empty', () => {
    expect(signal(book, { ...blankSignal(), first: { template: 0, word: null } })).toBeNull();
    expect(signal(book, { ...blankSignal(), first: { template: 2, word: null } })).toEqual({
      first: { template: 2, filler: null },
      then: null,
    });
    const filled = { ...blankSignal(), first: { template: 0, word: { territory: 4 } } };
    expect(signal(book, filled)).toEqual({ first: { template: 0, filler: { territory: 4 } }, then: null });
  });

  it('offers the conjunctions and second halves that fit', () => {
    expect(conjunctions(book, { template: 1, word: null }).map(({ id }) => id)).toEqual(['and']);
    expect(followers(book, 0).map(({ id }) => id)).toEqual(['2']);
    expect(followers(book, 1).map(({ id }) => id)).toEqual(['0']);
  });

  it('needs the second half once it is begun, and reads as a sentence all the time', () => {
    const draft = { first: { template: 1, word: null }, by: 0, second: { template: null, word: null } };
    expect(signal(book, draft)).toBeNull();
    expect(outline(book, draft, () => '')).toBe('Greetings and …');
    const done = { ...draft, second: { template: 2, word: { territory: 1 } } };
    expect(outline(book, done, () => 'Gull Rock')).toBe('Greetings and i will take Gull Rock');
    expect(signal(book, done)?.then?.by).toBe(0);
  });
});
