/** How the game is offered on the home page. */
import { backchannel, type BotLevel } from '../api';
import * as tables from '../../../api/tables';
import type { Listing } from '../../../api/types';
import { playQuick } from '../../../lobby/sitting';

export { default as Plate } from './Plate.svelte';
export { default as QuickPlay } from './QuickPlay.svelte';

export async function openTable(title: string): Promise<string> {
  const { starts } = await backchannel();
  const game = { ruleset: 'backchannel', ...starts.table } as const;
  return `/t/${(await tables.create({ title, game })).id}`;
}

export const play = async (level: BotLevel) => `/t/${(await playQuick({ level })).id}`;

export async function summary() {
  const { maps } = await backchannel();
  const names = new Map(maps.map(({ id, name }) => [id, name]));
  return ({ map }: Pick<Listing, 'map'>) => (map ? (names.get(map) ?? map) : 'A map of their own');
}

export async function reportNames(): Promise<ReadonlyMap<string, string>> {
  const { maps, agreements } = await backchannel();
  return new Map([...maps, ...agreements].map(({ id, name }) => [id, name]));
}
