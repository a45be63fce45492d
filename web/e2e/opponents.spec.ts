import { expect, test } from './fixtures';
import type { Player } from './player';

const LINE = 'Deals fairly until somebody breaks a word; with them, never again.';

test('a quick game asks how well the opponents play, and says who they are', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  await page.goto('/');
  await ada.button('Play now').click();
  const dialog = page.getByRole('dialog', { name: 'Across the table' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await expect(dialog.getByText('Envoy Ashdown')).toBeVisible();
  await expect(dialog.getByText('Signs anything, and breaks it on the day that it pays.')).toBeVisible();
  await dialog.getByRole('button', { name: /^Hard/ }).click();
  await expect(page.locator('.board')).toBeVisible();

  const players = page.getByRole('region', { name: 'Players' });
  await expect(players.getByText('bot · hard')).toHaveCount(3);
  const row = players.getByRole('button', { name: /Count Marlowe/ });
  const line = players.getByText('Signs anything, and breaks it on the day that it pays.');
  await expect(line).toBeHidden();
  await expect(row).toHaveAttribute('title', 'Signs anything, and breaks it on the day that it pays.');
  await row.click();
  await expect(line).toBeVisible();
  await row.click();
  await expect(line).toBeHidden();
  await row.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(line).toBeVisible();
});

test('a phone shows who an opponent is when it is tapped', async ({ arrive }) => {
  const ada = await arrive('Ada', { size: 'phone' });
  const { id } = await ada.api('POST', '/quick', { level: 'easy' });
  await ada.open(id);
  await ada.tab('Seats');
  const line = ada.page.getByText('Deals whenever both gain, keeps every word and expects the same of you.');
  await expect(ada.page.getByText('bot · easy')).toHaveCount(3);
  await expect(line).toBeHidden();
  await ada.page.getByRole('button', { name: /^Envoy Ashdown bot/ }).tap();
  await expect(line).toBeVisible();
});

test('the lobby lets the owner choose a character and a level for every seat', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  const game = { ruleset: 'backchannel', map: 'wherrymouth', seats: 4 };
  const { id } = await ada.api('POST', '/tables', { title: 'Characters', bot_pace_ms: 0, game });
  await page.goto(`/t/${id}`);
  const rows = page.locator('.lobby li');
  const judge = rows.nth(1);
  await judge.getByLabel(/^Bot on seat/).selectOption({ label: 'Judge Grieve' });
  await expect(judge.getByText(LINE)).toBeVisible();
  await judge.getByLabel(/^Level of the bot/).selectOption({ label: 'Hard' });
  await expect(judge.getByText('Bot · Hard')).toBeVisible();
  await ada.button('Fill with bots').click();
  await expect(rows.nth(2).locator('b')).toHaveText('Envoy Ashdown');
  await expect(rows.nth(3).locator('b')).toHaveText('Broker Sable');
  await page.getByText('Who the bots are').click();
  await expect(page.getByText('Fights well, says nothing and signs nothing.')).toBeVisible();
  const { seats } = await ada.api('GET', `/tables/${id}`);
  const bots = seats.slice(1).map(({ holder }: { holder: { bot: string } }) => holder.bot);
  expect(bots).toEqual(['grudger:hard', 'envoy', 'broker']);
});

interface TableState {
  view: { turn: number | null; round: number; lands: ({ seen?: { owner: number | null } } | string)[] };
  options: {
    deploy: { on: number; most: number }[];
    attack: { from: number; to: number[] }[];
    end_attack: boolean;
    end_turn: boolean;
  };
}

/** Plays the quietest turns until somebody on that seat can be attacked. */
async function findAttack(ada: Player, id: string, seat: number): Promise<{ from: number; to: number }> {
  const order = (command: unknown) => ada.api('POST', `/tables/${id}/commands`, { id: crypto.randomUUID(), command });
  for (let tries = 0; tries < 200; tries += 1) {
    const state: TableState = await ada.api('GET', `/tables/${id}/view`);
    const { view, options } = state;
    const held = (place: number) => {
      const land = view.lands[place];
      return typeof land === 'object' ? land.seen?.owner : undefined;
    };
    for (const { from, to } of options.attack) {
      const target = to.find((place) => held(place) === seat);
      if (target !== undefined) return { from, to: target };
    }
    const placing = options.deploy[0];
    if (view.turn !== 0) await expect.poll(async () => (await ada.api('GET', `/tables/${id}/view`)).view.turn).toBe(0);
    else if (placing) await order({ type: 'deploy', to: placing.on, troops: placing.most });
    else if (options.end_attack) await order({ type: 'end_attack' });
    else if (options.end_turn) await order({ type: 'end_turn' });
    else await order({ type: 'pass' });
  }
  throw new Error('nobody can be attacked');
}

for (const size of ['desk', 'phone'] as const) {
  test(`a broken promise is not forgotten, on a ${size}`, async ({ arrive }) => {
    const ada = await arrive('Ada', { size });
    const { page } = ada;
    const game = { ruleset: 'backchannel', map: 'wherrymouth', seats: 2, settings: { fog: false } };
    const { id } = await ada.api('POST', '/tables', { title: 'Memory', bot_pace_ms: 0, game });
    await ada.api('PUT', `/tables/${id}/seats/1/bot`, { bot: 'grudger' });
    await ada.api('POST', `/tables/${id}/start`);
    await ada.open(id);
    const attack = await findAttack(ada, id, 1);
    const { signals } = await ada.api('GET', '/rulesets/backchannel');
    const template = signals.en.templates.findIndex(({ promise }: { promise: string }) => promise === 'spare_player');
    const signal = { first: { template, filler: { player: 1 } } };
    const order = (name: string, command: unknown) => ada.api('POST', `/tables/${id}/commands`, { id: name, command });
    await order('promise', { type: 'signal', to: 1, signal });
    await order('attack', { type: 'attack', ...attack, mode: 'once' });

    if (size === 'phone') await ada.tab('Seats');
    const memory = page.locator('.memory');
    await expect(memory).toHaveText(/^Grieve has not forgotten round \d+: you attacked against your promise\.$/);
    const sentence = (await memory.textContent()) ?? '';
    await page.reload();
    if (size === 'phone') await ada.tab('Seats');
    await expect(memory).toHaveText(sentence);
  });
}

test('after a game of masks the record says who wore which', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { id } = await ada.finished({ anonymous: true });
  await ada.page.goto(`/t/${id}`);
  await expect(ada.heading(/^The .*\(\w+ \w+\)\s+wins?$/i)).toBeVisible();
  await expect(ada.page.getByRole('row', { name: /was Captain/ })).not.toHaveCount(0);
  const bots = ada.page.getByRole('region', { name: 'The bots at this table' });
  await expect(bots.getByRole('listitem')).toHaveCount(3);
  await expect(bots.getByText('was Captain Rusk')).toBeVisible();
  await expect(bots.getByText('Fights well, says nothing and signs nothing.').first()).toBeVisible();
});
