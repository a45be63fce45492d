import { describe, expect, it } from 'vitest';
import { find } from './search';

const sections = [
  { id: '1', title: 'One', intro: '', clauses: [{ id: 'BC-101', text: '<p>Seats and <em>colours</em></p>' }] },
  {
    id: '2',
    title: 'Two',
    intro: '',
    clauses: [
      { id: 'BC-201', text: 'A turn' },
      { id: 'BC-202', text: 'Seats draw' },
    ],
  },
];
const ids = (sought: string) => find(sections, sought).flatMap(({ clauses }) => clauses.map(({ id }) => id));

describe('a search in the rules', () => {
  it('finds every word, in any order and case', () => {
    expect(ids('seats')).toEqual(['BC-101', 'BC-202']);
    expect(ids('COLOURS seats')).toEqual(['BC-101']);
  });
  it('finds numbers, and no markup', () => {
    expect(ids('bc-201')).toEqual(['BC-201']);
    expect(ids('em')).toEqual([]);
  });
  it('shows everything when nothing is sought', () => {
    expect(ids(' ')).toHaveLength(3);
  });
});
