import { describe, expect, it } from 'vitest';
import { asked, pageOf, visitOf } from './visit';

const address = (text: string) => new URLSearchParams(text);

describe('a visit', () => {
  it('takes its link along, on the wire and in the address', () => {
    const visit = visitOf(address('invite=a%2Fb'), []);
    expect(asked(visit, { lang: 'en' })).toBe('?lang=en&invite=a%2Fb&spectate=true');
    expect(pageOf('t1', visit, { replay: 0 })).toBe('/t/t1?replay=0&invite=a%2Fb&as=spectator');
  });

  it('sits on a seat of one’s own and on no other', () => {
    expect(visitOf(address('seat=2'), [0, 2]).seat).toBe(2);
    expect(visitOf(address('seat=1'), [0, 2]).seat).toBeUndefined();
    expect(asked(visitOf(address('seat=0'), [0, 2]))).toBe('?seat=0');
  });

  it('says nothing where there is nothing to say', () => {
    expect(asked(visitOf(address(''), [0]))).toBe('');
    expect(pageOf('t1', {})).toBe('/t/t1');
  });

  it('of somebody with a seat can still be a bystander’s', () => {
    expect(asked(visitOf(address('as=spectator'), [0]))).toBe('?spectate=true');
  });
});
