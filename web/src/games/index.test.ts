import { expect, it } from 'vitest';
import schema from '../api/schema.json';
import { bookOf, gameOf, games } from '.';

it('has every game that the server hosts, each once', () => {
  expect(games.map(({ ruleset }) => ruleset).sort()).toEqual(schema.components.schemas.Ruleset.enum.toSorted());
});

it('finds a game by its name, and the manual of a clause', () => {
  expect(gameOf('twilight')?.pages.map(({ path }) => path)).toEqual(['/desk', '/ledger', '/judge']);
  expect(gameOf('chess')).toBeUndefined();
  expect([bookOf('BC-203'), bookOf('TI-64')]).toEqual(['backchannel', 'twilight']);
});
