import { audit } from './audit';
import { order } from './desks';
import { expect, test } from './fixtures';
import type { Player } from './player';

const FACTIONS = ['sol', 'hacan', 'letnev', 'xxcha'] as const;
const COLOURS = ['blue', 'yellow', 'red', 'green'] as const;
const NEIGHBOURS = [0, 1, 2, 3].flatMap((one) => [1, 2, 3].filter((other) => one < other).map((other) => [one, other]));

/** What the mod of Tabletop Playground posts: everybody's goods, whose turn it is, and the map. */
const report = (goods: number[], turn: number) => ({
  players: FACTIONS.map((faction, seat) => ({
    color: COLOURS[seat],
    factionShort: faction,
    tradeGoods: goods[seat],
    commodities: 0,
    handCards: ['nobody sees this'],
  })),
  turn: COLOURS[turn],
  mapString: '26 -1 -1 25 -1 -1',
});

test('an evening: four phones and a screen, a feed, a binding deal, and a promise that is broken', async ({
  arrive,
  stranger,
  server,
}) => {
  test.slow();
  const ada = await arrive('Ada', { size: 'phone' });
  const setup = {
    players: FACTIONS.map((faction) => ({ name: '', faction })),
    desk: true,
    open_ledger: true,
    neighbours: NEIGHBOURS,
  };
  const table = await ada.api('POST', '/tables', {
    title: 'Friday night',
    spectators: { allowed: true, delay_seconds: 0 },
    game: { ruleset: 'twilight', setup },
  });
  const id: string = table.id;

  // The screen shows how to join, and the phones come by that link.
  const screen = await stranger();
  await screen.goto(`/screen/${id}?invite=${table.invite}`);
  await expect(screen.getByRole('img', { name: 'Join this table with a phone’s camera' })).toBeVisible();
  await expect(screen.getByText(`/i/${table.invite}`)).toBeVisible();
  await audit(screen, 'the screen before the game');
  const others: Player[] = [];
  for (const [place, name] of ['Ben', 'Cleo', 'Dan'].entries()) {
    const player = await arrive(name, { size: 'phone', theme: place % 2 ? 'light' : 'dark' });
    await player.page.goto(`/i/${table.invite}`);
    await expect(player.page).toHaveURL(new RegExp(`/t/${id}`));
    await expect.poll(async () => (await player.api('GET', `/tables/${id}`)).yours).toEqual([place + 1]);
    others.push(player);
  }
  const [ben, cleo] = others as [Player, Player, Player];
  await expect(screen.getByText('Dan')).toBeVisible();
  await ada.api('POST', `/tables/${id}/start`);
  await screen.reload();
  await order(ada, id, 0, { type: 'set_moment', moment: { step: 'start_of_turn', active: 0, asked: null } });

  // The owner lets the mod on this machine record the game, and what it posts is on the screen.
  await ada.page.goto(`/t/${id}`);
  await ada.button('Follow').click();
  await ada.button('Follow the buddy on this machine').click();
  await expect(ada.page.getByText('This desk takes what the mod posts.')).toBeVisible();
  await audit(ada.page, 'the feed of a desk on a phone');
  await ada.page.keyboard.press('Escape');
  const posted = (goods: number[], turn: number) =>
    screen.request.post(`${server.url}/postkey_ttpg?key=buddy&timestamp=1`, { data: report(goods, turn) });
  expect((await posted([4, 3, 0, 2], 0)).status()).toBe(204);
  const players = screen.getByRole('region', { name: 'Players', exact: true });
  await expect(players).toContainText(/Ada\s*Sol\s*4 TG/);
  await expect(screen.locator('.system[aria-label^="Mecatol Rex"]')).toBeVisible();

  // A binding deal, struck between two phones.
  await ben.page.goto(`/t/${id}`);
  const gives = (by: number, trade_goods: number, when: string) => ({
    by,
    act: { act: 'transfer', goods: { trade_goods } },
    when,
  });
  await order(ada, id, 0, { type: 'neighbour', with: 1, are: true }).catch(() => undefined);
  await order(ada, id, 0, { type: 'board', change: { enter: 'Mecatol Rex' } });
  for (const [seat, player] of [ben, cleo].entries())
    await order(player, id, seat + 1, { type: 'board', change: { enter: 'Mecatol Rex' } });
  await order(ada, id, 0, { type: 'offer', to: 1, terms: [gives(0, 1, 'now'), gives(1, 2, 'now')] });
  await ben.button('Accept').click();
  const last = screen.getByRole('region', { name: 'The last verdict' });
  await expect(last).toContainText('Last deal: binding');
  await expect(last).toContainText('Ada gives 1 trade good');
  await expect(players).toContainText(/Ada\s*Sol\s*5 TG/);

  // A promise for this turn, due now, which the feed's next turn breaks.
  await order(cleo, id, 2, { type: 'offer', to: 0, terms: [gives(0, 3, 'this_turn')] });
  await order(ada, id, 0, { type: 'accept', offer: { from: 2, number: 1 } });
  const promises = screen.getByRole('region', { name: 'Promises and debts' });
  await expect(promises).toContainText('Ada gives 3 trade goods');
  await expect(promises).toContainText('due now');
  await audit(screen, 'the screen in play');
  expect((await posted([5, 2, 0, 2], 1)).status()).toBe(204);
  await expect(promises.getByText('Broken')).toBeVisible();
  await ada.tab('Ledger');
  await expect(ada.page.getByRole('region', { name: 'Records' }).getByRole('row', { name: /Ada/ })).toContainText('1');
  await audit(ada.page, 'a ledger with a broken promise on a phone');

  // What was booked by hand stays, and the difference is shown to the one who decides.
  await order(cleo, id, 2, { type: 'book', entry: { entry: 'gain_goods', count: 6 } });
  expect((await posted([5, 2, 1, 2], 1)).status()).toBe(204);
  await cleo.page.goto(`/t/${id}`);
  const differs = cleo.page.getByRole('region', { name: 'Differences from Tabletop Playground' });
  await expect(differs).toContainText('Cleo has 1 trade good there; here Cleo has 6 trade goods.');
  await audit(cleo.page, 'a difference on a phone');
  await cleo.button('Take theirs').click();
  await expect(differs).toHaveCount(0);
  await expect(players).toContainText(/Cleo\s*Letnev\s*1 TG/);
  await expect(screen.getByText('nobody sees this')).toHaveCount(0);
});

test('a table that keeps only promises begins to count', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const game = {
    ruleset: 'twilight',
    setup: {
      players: [
        { name: 'Ann', faction: 'sol' },
        { name: 'Bob', faction: 'letnev' },
      ],
      desk: true,
      loose: true,
      neighbours: [[0, 1]],
    },
  };
  const { id } = await ada.api('POST', '/tables', { title: 'Loose', game });
  await ada.api('POST', `/tables/${id}/seats`, { seat: 1 });
  await ada.api('POST', `/tables/${id}/start`);
  await order(ada, id, 0, { type: 'set_moment', moment: { step: 'start_of_turn', active: 0, asked: null } });
  await ada.page.goto(`/t/${id}`);
  const loose = ada.page.getByRole('region', { name: 'Holdings are not recorded' });
  await expect(loose).toContainText('what they offer is taken as held');
  await order(ada, id, 1, { type: 'count', holdings: { trade_goods: 2 } });
  await expect(loose).toContainText('Still to count: Ann.');
  await ada.button('Count what you hold').click();
  await audit(ada.page, 'counting');
  const count = ada.page.getByRole('dialog', { name: 'Count what you hold' });
  await count.getByRole('button', { name: 'trade goods: one more' }).click();
  await ada.button('This is what I hold').click();
  await expect(loose).toHaveCount(0);
  await expect
    .poll(async () =>
      (await ada.api('GET', `/tables/${id}/view`)).view.players.map((it: { trade_goods: number }) => it.trade_goods),
    )
    .toEqual([1, 2]);
});
