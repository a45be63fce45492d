import { expect, test } from 'vitest';
import { said } from './said';

test('only what was said is in the bubble', () => {
  expect(said('Azure to Vermilion: “Shall we talk?”')).toBe('Shall we talk?');
  expect(said('Azur an alle: „Lasst mich in Ruhe.“')).toBe('Lasst mich in Ruhe.');
  expect(said('Azure speaks.')).toBe('Azure speaks.');
});
