import { describe, expect, it } from 'vitest';
import type { TwilightReference } from '../api';
import { terms } from '../test/desk';
import { pack, unpack } from './share';
import { atStep, fromSpec, normal, renamed, slim, toSpec, withoutPlayer, type Situation } from './situation';

const files = import.meta.glob<unknown[]>('../../../../../crates/twilight/examples/*.json', {
  eager: true,
  import: 'default',
});
const examples = Object.values(files).flat();
const [notes] = Object.values(
  import.meta.glob<TwilightReference['notes']>('../../../../../crates/twilight/data/notes.json', {
    eager: true,
    import: 'default',
  }),
);
const units = [{ name: 'infantry', prices: [1, 1, 2] }];
const reference = { notes, units, terms, factions: [], steps: [], abilities: [] } as unknown as TwilightReference;

describe('a situation', () => {
  it('loses nothing in the form: what is read from a term is written again', () => {
    expect(examples.length).toBeGreaterThan(100);
    for (const example of examples) {
      const situation = normal(example);
      const cast = { players: situation.players, reference };
      for (const spec of situation.deal.terms) {
        const once = fromSpec(spec, cast);
        expect(once, JSON.stringify(spec)).not.toBeNull();
        expect(fromSpec(toSpec(once!, cast), cast), JSON.stringify(spec)).toEqual(once);
      }
    }
  });

  it('has units at the price that the reference gives, and keeps how many there are', () => {
    const cast = { players: [{ name: 'Ann' }], reference };
    const three = { by: 'Ann', produce: { unit: 'infantry', count: 3 } };
    expect(fromSpec(three, cast)).toMatchObject({ text: 'infantry', number: 3, count: 2 });
    expect(toSpec(fromSpec(three, cast)!, cast)).toEqual(three);
    expect(fromSpec({ by: 'Ann', produce: 'infantry' }, cast)?.count).toBe(1);
    // What is spelt otherwise is for the judge to price.
    const plural = { by: 'Ann', produce: { unit: 'Dreadnoughts', count: 2 } };
    expect(toSpec(fromSpec(plural, cast)!, cast)).toEqual(plural);
    const dear = { by: 'Ann', produce: { unit: 'infantry', cost: 5 } };
    expect(toSpec(fromSpec(dear, cast)!, cast)).toEqual(dear);
  });

  it('leaves names to the judge that are written otherwise than they are listed', () => {
    const cast = { players: [{ name: 'Ann' }, { name: 'Zoë' }], reference };
    expect(fromSpec({ by: 'zoe', pass: true }, cast)).toBeNull();
    expect(fromSpec({ by: 'Zoë', pass: true }, cast)?.by).toBe(1);
    for (const note of ["Zoe's Ceasefire", 'cease-fire', { note: 'Ceasefire', of: 'zoe' }]) {
      expect(fromSpec({ by: 'Ann', give: { note } }, cast), JSON.stringify(note)).toBeNull();
      expect(fromSpec({ by: 'Ann', use_note: note }, cast), JSON.stringify(note)).toBeNull();
    }
    expect(fromSpec({ by: 'Ann', give: { captured: [{ unit: 'mech', of: 'zoe' }] } }, cast)).toBeNull();
  });

  it('is sent without what says nothing', () => {
    const situation = normal({
      players: ['Ann', { name: 'Bob', trade_goods: 2, commodities: 0, notes: [] }],
      moment: { step: 'vote', asked: 'Bob', active: undefined },
      deal: { terms: [] },
      expect: { class: 'open', because: '' },
    });
    expect(slim(situation)).toEqual({
      players: ['Ann', { name: 'Bob', trade_goods: 2 }],
      moment: { step: 'vote', asked: 'Bob' },
      deal: { terms: [] },
    });
  });

  it('follows a player who is renamed', () => {
    const situation = normal({
      players: ['Ann', 'Bob'],
      moment: { step: 'vote', asked: 'Bob' },
      neighbours: [['Ann', 'Bob']],
      deal: { terms: [{ by: 'Bob', give: { note: "Bob's Ceasefire" } }] },
    });
    expect(renamed(situation, 'Bob', 'Zoe')).toMatchObject({
      players: [{ name: 'Ann' }, { name: 'Zoe' }],
      moment: { asked: 'Zoe' },
      neighbours: [['Ann', 'Zoe']],
      deal: { terms: [{ by: 'Zoe', give: { note: "Zoe's Ceasefire" } }] },
    });
  });

  it('travels in an address and comes back', async () => {
    for (const example of examples.slice(0, 10)) {
      const packed = await pack(example);
      expect(packed).toMatch(/^[\w-]+$/);
      expect(await unpack(packed)).toEqual(example as Situation);
    }
    expect(await unpack('no link of ours')).toBeUndefined();
  });
});

describe('the moment of a situation', () => {
  const moment = { step: 'combat_end', active: 'Ann', defender: 'Bob', winner: 'Bob', between: true, just: [] };

  it('keeps what belongs to the turn at another step of it', () => {
    expect(atStep(moment, 'production', true)).toMatchObject({ step: 'production', defender: 'Bob', winner: 'Bob' });
    expect(atStep(moment, 'production', true).between).toBeUndefined();
    expect(atStep(moment, 'vote', false).defender).toBeUndefined();
  });

  it('names nobody who has left', () => {
    const left = withoutPlayer({ ...moment, units_of: ['Ann', 'Bob'] }, 'Bob', (name) => name);
    expect(left).toMatchObject({ active: 'Ann', units_of: ['Ann'] });
    expect(left.defender ?? left.winner).toBeUndefined();
  });

  it('sends a question without an empty deal', () => {
    const asked = slim(normal({ players: ['Ann', 'Bob'], may: { transact: ['Ann', 'Bob'] } }));
    expect(asked).toMatchObject({ may: { transact: ['Ann', 'Bob'] } });
    expect(asked.deal).toBeUndefined();
  });
});
