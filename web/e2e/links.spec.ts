import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, URL } from './browser';
import { Player } from './player';

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

const GAME = { ruleset: 'backchannel', map: 'wherrymouth', seats: 2 };

/** Somebody of whom the server knows nothing. */
async function stranger(): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

async function sayName(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name at the table').fill(name);
  await page.getByRole('button', { name: 'Sit down' }).click();
}

/** The link that the lobby shows to its owner. */
async function linkOf(owner: Player, table: string, label: string): Promise<string> {
  await owner.page.goto(`${URL()}/t/${table}`);
  return owner.page.getByLabel(label).first().inputValue();
}

test('an unlisted table is in no list, and its link seats whoever opens it', async () => {
  const ada = await Player.arrive(browser, 'Ada');
  const { id } = await ada.api('POST', '/tables', { title: 'A quiet word', visibility: 'unlisted', game: GAME });
  const link = await linkOf(ada, id, 'Link to this table');

  const ben = await stranger();
  await ben.goto(URL());
  await ben.getByRole('heading', { name: 'Open tables' }).waitFor();
  expect(await ben.getByText('A quiet word').count()).toBe(0);
  await ben.goto(link);
  await sayName(ben, 'Ben');
  await ben.getByText('A quiet word').first().waitFor();

  await ada.page.getByText('Ben').first().waitFor();
  await ada.button(/^Start/).click();
  await ada.page.locator('.board').waitFor();
  await ben.locator('.board').waitFor();
  expect(ada.errors).toEqual([]);
  await ben.context().close();
  await ada.leave();
});

test('the link of a private table does nothing for a stranger; an invitation works, once', async () => {
  const ada = await Player.arrive(browser, 'Ada');
  const { id, invite } = await ada.api('POST', '/tables', { title: 'Behind doors', visibility: 'private', game: GAME });
  await ada.api('POST', `/tables/${id}/invitations`, {});
  const invitation = await linkOf(ada, id, 'Invitation link');

  const eve = await stranger();
  for (const way of [`/t/${id}`, `/t/${id}?invite=${invite}`, `/i/${invite}`]) {
    await eve.goto(URL() + way);
    await eve.locator('.lost').waitFor();
    expect(await eve.getByText('Behind doors').count()).toBe(0);
  }

  const ben = await stranger();
  await ben.goto(invitation);
  await sayName(ben, 'Ben');
  await ben.getByText('Behind doors').first().waitFor();
  await ada.page.getByText('Ben').first().waitFor();

  await eve.goto(invitation);
  await eve.locator('.lost').waitFor();
  for (const page of [eve, ben]) await page.context().close();
  await ada.leave();
});

test('whoever has the link of an unlisted table sees its record and its replay, without a name', async () => {
  const ada = await Player.arrive(browser, 'Ada');
  const { id, invite } = await ada.finished({ visibility: 'unlisted' });
  const ben = await stranger();
  await ben.goto(`${URL()}/t/${id}`);
  await ben.locator('.lost').waitFor();

  await ben.goto(`${URL()}/t/${id}?invite=${invite}`);
  await ben.getByRole('heading', { name: 'Record of honour' }).waitFor();
  const file = await ben.getByRole('link', { name: 'replay file' }).getAttribute('href');
  expect((await ben.request.get(URL() + file)).status()).toBe(200);

  await ben.getByRole('link', { name: 'Watch the replay' }).click();
  await ben.getByRole('button', { name: 'Next round' }).click();
  await ben.waitForURL(/replay=[1-9]/);
  await ben.reload();
  await ben.getByRole('heading', { name: /Round \d/ }).waitFor();
  await ben.getByRole('link', { name: 'Back to the record' }).click();
  await ben.getByRole('heading', { name: 'Record of honour' }).waitFor();
  await ben.context().close();
  await ada.leave();
});
