/** How the game is offered on the home page. */
import { backchannel, type BotLevel } from '../api';
import * as tables from '../../../api/tables';
import type { Listing } from '../../../api/types';
import { playQuick } from '../../../lobby/sitting';
import { QUICK_OPPONENTS } from './quick';

export { default as Plate } from './Plate.svelte';
export { default as QuickPlay } from './QuickPlay.svelte';

export async function openTable(title: string): Promise<string> {
  const {
    defaults,
    maps: [map],
  } = await backchannel();
  if (!map) throw new Error('The server has no maps.');
  const game = { ruleset: 'backchannel', map: map.id, seats: map.seats.most, settings: defaults } as const;
  return `/t/${(await tables.create({ title, game })).id}`;
}

export const play = async (level: BotLevel) => `/t/${(await playQuick({ seats: 1 + QUICK_OPPONENTS, level })).id}`;
export const learn = async () => `/t/${(await playQuick({ seats: 3, level: 'easy' })).id}?lesson=1`;

export async function summary() {
  const { maps } = await backchannel();
  const names = new Map(maps.map(({ id, name }) => [id, name]));
  return ({ map }: Listing) => (map ? (names.get(map) ?? map) : 'A map of their own');
}
