import { inspect } from './audit';
import { expect, test, type Size } from './fixtures';
import type { Player } from './player';

const SOLDIERS = {
  map: 'trade-wind-sea',
  seats: 6,
  settings: { round_limit: null, numbers: { starting_troops: 1 } },
};

/** A table from the lobby at which she is out and bots play on. A bot plays for her, and does not always fall first. */
async function out(ada: Player): Promise<string> {
  for (let tables = 0; tables < 40; tables += 1) {
    const table = await ada.gather(SOLDIERS);
    await ada.api('POST', `/tables/${table}/start`);
    await ada.api('POST', `/tables/${table}/seats/0/relief`);
    for (;;) {
      const { table: around } = await ada.api('GET', `/tables/${table}/view`);
      if (around.left_to_bots && !around.over) {
        await ada.api('PUT', `/tables/${table}/pace`, { bot_pace_ms: 10_000 });
        return table;
      }
      if (around.over) break;
    }
  }
  throw new Error('she is never out first');
}

for (const size of ['desk', 'phone'] as Size[]) {
  test(`on a ${size}, whoever is out watches at their speed, skips to the end or plays again`, async ({ arrive }) => {
    const ada = await arrive('Ada', { size, theme: size === 'desk' ? 'light' : 'dark' });
    const { page } = ada;
    const table = await out(ada);
    await page.goto(`/t/${table}`);
    const card = page.getByRole('region', { name: 'You are out' });
    const over = ada.button('Open the record');
    await expect(card.or(over).first()).toBeVisible();
    if (await card.isVisible()) {
      await expect(card.getByText('on the open map')).toBeVisible();
      await expect(card.getByText('The record so far')).toBeVisible();
      if (!(await over.isVisible()))
        await card
          .getByRole('button', { name: 'Skip to the end' })
          .click({ timeout: 5_000 })
          .catch(() => undefined);
    }
    await expect(over).toBeVisible();
    await over.click();
    await ada.button('Play again').click();
    await expect(page.locator('.board')).toBeVisible();
    await expect(page).not.toHaveURL(new RegExp(table));
  });
}

test('the owner sets the speed of the bots in the menu', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const table = await ada.solo();
  await ada.button('Menu').click();
  await ada.page.getByRole('group', { name: 'Bot speed' }).getByText('Slow').click();
  await expect.poll(async () => (await ada.api('GET', `/tables/${table}/view`)).table.bot_pace_ms).toBe(1500);
  await expect(ada.button('Resign')).toBeVisible();
  await expect(ada.page.getByText('Ask before I break my word')).toBeVisible();
});

test('the lobby opens the map to spectators, later', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const table = await ada.gather();
  await ada.page.goto(`/t/${table}`);
  await ada.page.getByText('Spectators see the whole map').click();
  await expect
    .poll(async () => {
      const { settings } = await ada.api('GET', `/tables/${table}`);
      return [settings.game.settings.open_map, settings.spectators.delay_seconds];
    })
    .toEqual([true, 60]);
  await inspect(ada.page, 'the lobby with an open map');
});

test('whoever comes back finds where they were, and their tables told apart', async ({ arrive }) => {
  const ada = await arrive('Ada');
  await ada.gather({ map: 'passes-of-sarn' });
  await ada.solo();
  await ada.page.goto('/');
  const go = ada.page.getByRole('complementary', { name: 'Continue where you were' });
  await expect(go).toContainText('round 1');
  await expect(go).toContainText('Against');
  const mine = ada.page.locator('section', { has: ada.heading('My tables') });
  await expect(mine.getByRole('listitem')).toHaveCount(2);
  await expect(mine).toContainText('The Passes of Sarn');
  await expect(mine).toContainText('Wherrymouth');
  await inspect(ada.page, 'home of somebody who comes back');
  await go.getByRole('link', { name: 'Continue' }).click();
  await expect(ada.page.locator('.board')).toBeVisible();
});

for (const size of ['desk', 'phone'] as Size[]) {
  test(`on a ${size}, the daily table is one try, and its result can be passed on`, async ({ arrive }) => {
    const ada = await arrive('Ada', { size, theme: size === 'desk' ? 'dark' : 'light' });
    const { page } = ada;
    await page.goto('/daily');
    await expect(page.getByRole('link', { name: 'Make an account to play' })).toBeVisible();
    await ada.api('PUT', '/me/password', { login: `ada-${size}-${Date.now()}`, password: 'long enough' });
    await page.goto('/');
    await page.getByRole('link', { name: 'Play today’s table' }).click();
    await ada.button('Play today’s table').click();
    await expect(page.locator('.board')).toBeVisible();
    const { yours } = await ada.api('GET', '/daily');
    await ada.api('PUT', `/tables/${yours.table}/pace`, { bot_pace_ms: 0 });
    await ada.api('POST', `/tables/${yours.table}/seats/0/relief`);
    await ada.button('Open the record').click();
    await expect(page.getByText(/^Backchannel daily,/)).toBeVisible();
    await expect(page.getByText('open when the day ends')).toBeVisible();
    const picture = size === 'desk' ? page.waitForEvent('download') : null;
    if (size === 'desk') {
      await ada.button('Save as a picture').click();
      expect((await picture)?.suggestedFilename()).toMatch(/^backchannel-.*\.png$/);
    }
    await page.goto('/daily');
    await expect(page.getByRole('link', { name: 'See my game' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'you' }).first()).toBeVisible();
    await inspect(page, 'the daily table');
  });
}
