import { expect, test } from 'vitest';
import { matching } from './search';

const templates = ['We could use …', 'Attack …!', 'Do not attack …!', 'Überlass mir …'].map((outline) => ({ outline }));

test('every word must be there, and what begins with it comes first', () => {
  expect(matching(templates, 'attack').map(({ outline }) => outline)).toEqual(['Attack …!', 'Do not attack …!']);
  expect(matching(templates, 'attack not')).toHaveLength(1);
  expect(matching(templates, 'uberlass')).toHaveLength(1);
  expect(matching(templates, 'peace')).toEqual([]);
});
