/** Desks to look at and to write on, kept by one scribe who holds every seat. */
import type { Player } from './player';

type Sitting = { name: string; faction: string } & Record<string, unknown>;

export async function openDesk(
  scribe: Player,
  title: string,
  players: Sitting[],
  setup: object = {},
  map_string: string | null = null,
): Promise<string> {
  const game = { ruleset: 'twilight', map_string, setup: { players, desk: true, ...setup } };
  const { id } = await scribe.api('POST', '/tables', { title, game });
  for (let seat = 1; seat < players.length; seat += 1) await scribe.api('POST', `/tables/${id}/seats`, { seat });
  await scribe.api('POST', `/tables/${id}/start`);
  return id;
}

export const order = (scribe: Player, table: string, seat: number, command: object) =>
  scribe.api('POST', `/tables/${table}/commands`, { id: crypto.randomUUID(), seat, command });

/** A desk in Ann's production. */
export async function productionDesk(scribe: Player, resources: number): Promise<string> {
  const players = [
    { name: 'Ann', faction: 'sol', resources },
    { name: 'Bob', faction: 'hacan', trade_goods: 4 },
  ];
  const id = await openDesk(scribe, 'A desk', players, { neighbours: [[0, 1]] });
  await order(scribe, id, 0, { type: 'set_moment', moment: { step: 'production', active: 0, asked: null } });
  return id;
}

/** Bob gives four trade goods, and Ann builds a dreadnought. */
export async function compose(scribe: Player, table: string): Promise<void> {
  const { page } = scribe;
  await page.goto(`/t/${table}`);
  await page.getByText('Deal', { exact: true }).first().click();
  await page.getByRole('combobox', { name: 'What term 1 is' }).selectOption('produce');
  await page.getByRole('combobox', { name: 'Unit of term 1' }).selectOption('dreadnought');
  await scribe.button('+ Bob …').click();
  await page.getByRole('listitem', { name: 'Term 2' }).getByRole('spinbutton', { name: 'trade goods' }).fill('4');
  await page.getByRole('listitem', { name: 'Term 2' }).getByRole('spinbutton', { name: 'trade goods' }).blur();
}

const MAP = '32 41 38 36 40 33 68 24 42 34 67 44 23 61 50 37 48 30 0 28 45 0 20 74 0 60 46 0 63 79 0 26 43 0 65 39 82';
const SIX = [
  { name: 'Ann', faction: 'hacan', trade_goods: 6, commodities: 3, resources: 5, influence: 4 },
  { name: 'Bob', faction: 'sol', trade_goods: 4, commodities: 2, resources: 3 },
  { name: 'Cid', faction: 'mentak', trade_goods: 2 },
  { name: 'Dee', faction: 'creuss', trade_goods: 1, commodities: 1 },
  { name: 'Eve', faction: 'empyrean', trade_goods: 3 },
  { name: 'Fay', faction: 'nomad', trade_goods: 5, commodities: 4 },
];

/** Six players in the middle of a game: a map with tokens, an offer, a debt, a promise, and a journal. */
export async function busyDesk(scribe: Player): Promise<string> {
  const id = await openDesk(scribe, 'Friday night', SIX, { prophecy_of_kings: true }, MAP);
  const give = (seat: number, command: object) => order(scribe, id, seat, command);
  const chart = (seat: number, feature: object) => give(seat, { type: 'chart', feature });
  const book = (seat: number, entry: object) => give(seat, { type: 'book', entry });
  const gives = (by: number, goods: object) => ({ by, act: { act: 'transfer', goods }, when: 'now' });
  await give(0, { type: 'set_moment', moment: { step: 'production', active: 0, asked: null } });
  await give(1, { type: 'board', change: { enter: 'Mecatol Rex' } });
  await give(0, { type: 'board', change: { enter: 'Mecatol Rex' } });
  await give(2, { type: 'board', change: { take: 'Mecatol Rex' } });
  await chart(0, { feature: 'wormhole', system: 'Mecatol Rex', kind: 'gamma', lies: true });
  await chart(2, { feature: 'ingress', system: 'Vefut II', lies: true });
  await chart(3, { feature: 'hil_colish', system: 'Mecatol Rex' });
  await book(0, { entry: 'draw', card: 'Sabotage' });
  await book(0, { entry: 'draw', card: 'Black Market Dealings' });
  await give(1, {
    type: 'offer',
    to: 0,
    terms: [
      gives(1, { trade_goods: 2 }),
      { by: 0, act: { act: 'pay_back', goods: { trade_goods: 3 } }, when: 'next_round' },
    ],
  });
  await give(0, { type: 'accept', offer: { from: 1, number: 1 } });
  await give(0, {
    type: 'offer',
    to: 1,
    terms: [{ by: 0, act: { act: 'leave_alone', system: 'Mecatol Rex' }, when: 'this_round' }],
  });
  await give(1, { type: 'accept', offer: { from: 0, number: 1 } });
  await give(2, {
    type: 'offer',
    to: 0,
    terms: [
      gives(2, { trade_goods: 2 }),
      { by: 0, act: { act: 'produce', unit: 'dreadnought', cost: 4 }, when: 'now' },
    ],
  });
  return id;
}

/** Everybody on their own device: Hacan's mech stands on Lodor, on Ann's turn, and Cid is next to it. */
export async function kenaraDesk([ada, ...others]: [Player, Player, Player]): Promise<string> {
  const players = [
    { name: 'Ann', faction: 'hacan' },
    { name: 'Bob', faction: 'sol' },
    { name: 'Cid', faction: 'saar' },
  ];
  const setup = { players, desk: true };
  const game = { ruleset: 'twilight', map_string: '26 -1 -1 25 -1 -1', setup };
  const { id } = await ada.api('POST', '/tables', { title: 'Kenara', game });
  for (const [place, player] of others.entries()) await player.api('POST', `/tables/${id}/seats`, { seat: place + 1 });
  await ada.api('POST', `/tables/${id}/start`);
  const planet = { name: 'Lodor', demilitarized: false, pride_of_kenara: true };
  await order(others[1] as Player, id, 2, { type: 'board', change: { enter: 'Mecatol Rex' } });
  await order(ada, id, 0, { type: 'board', change: { enter: 'Lodor' } });
  await order(ada, id, 0, { type: 'book', entry: { entry: 'hold_planet', planet } });
  await order(ada, id, 0, { type: 'set_moment', moment: { step: 'start_of_turn', active: 0, asked: null } });
  return id;
}
