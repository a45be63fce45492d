import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import type { Player } from './player';

const GAME = { ruleset: 'backchannel', map: 'wherrymouth', seats: 2 };

async function sayName(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name at the table').fill(name);
  await page.getByRole('button', { name: 'Sit down' }).click();
}

/** The link that the lobby shows to its owner. */
async function linkOf(owner: Player, table: string, label: string): Promise<string> {
  await owner.page.goto(`/t/${table}`);
  const link = owner.page.getByLabel(label).first();
  await expect(link).toHaveValue(/^http/);
  return link.inputValue();
}

test('an unlisted table is in no list, and its link seats whoever opens it', async ({ arrive, stranger }) => {
  const ada = await arrive('Ada');
  const { id } = await ada.api('POST', '/tables', { title: 'A quiet word', visibility: 'unlisted', game: GAME });
  const open = `Out loud ${crypto.randomUUID().slice(0, 8)}`;
  await ada.api('POST', '/tables', { title: open, visibility: 'open', game: GAME });
  const link = await linkOf(ada, id, 'Link to this table');

  const ben = await stranger();
  await ben.goto('/');
  await expect(ben.getByText(open).first()).toBeVisible();
  await expect(ben.getByText('A quiet word')).toHaveCount(0);
  await ben.goto(link);
  await sayName(ben, 'Ben');
  await expect(ben.getByText('A quiet word').first()).toBeVisible();

  await expect(ada.page.getByText('Ben').first()).toBeVisible();
  await ada.button(/^Start/).click();
  await expect(ada.page.locator('.board')).toBeVisible();
  await expect(ben.locator('.board')).toBeVisible();
});

test('the link of a private table does nothing for a stranger; an invitation works, once', async ({
  arrive,
  stranger,
}) => {
  const ada = await arrive('Ada');
  const { id, invite } = await ada.api('POST', '/tables', { title: 'Behind doors', visibility: 'private', game: GAME });
  await ada.api('POST', `/tables/${id}/invitations`, {});
  const invitation = await linkOf(ada, id, 'Invitation link');

  const eve = await stranger();
  for (const way of [`/t/${id}`, `/t/${id}?invite=${invite}`, `/i/${invite}`]) {
    await eve.goto(way);
    await expect(eve.locator('.lost')).toBeVisible();
    await expect(eve.getByText('Behind doors')).toHaveCount(0);
  }

  const ben = await stranger();
  await ben.goto(invitation);
  await sayName(ben, 'Ben');
  await expect(ben.getByText('Behind doors').first()).toBeVisible();
  await expect(ada.page.getByText('Ben').first()).toBeVisible();

  await eve.goto(invitation);
  await expect(eve.locator('.lost')).toBeVisible();
});

test('whoever has the link of an unlisted table sees its record and its replay, without a name', async ({
  arrive,
  stranger,
}) => {
  const ada = await arrive('Ada');
  const { id, invite } = await ada.finished({ visibility: 'unlisted' });
  const ben = await stranger();
  await ben.goto(`/t/${id}`);
  await expect(ben.locator('.lost')).toBeVisible();

  const record = ben.getByRole('heading', { name: 'Record of honour' });
  await ben.goto(`/t/${id}?invite=${invite}`);
  await expect(record).toBeVisible();
  const file = await ben.getByRole('link', { name: 'replay file' }).getAttribute('href');
  expect((await ben.request.get(file!)).status()).toBe(200);

  await ben.getByRole('link', { name: 'Watch the replay' }).click();
  await ben.getByRole('button', { name: 'Next round' }).click();
  await expect(ben).toHaveURL(/replay=[1-9]/);
  await ben.reload();
  await expect(ben.getByRole('heading', { name: /Round \d/ })).toBeVisible();
  await ben.getByRole('link', { name: 'Back to the record' }).click();
  await expect(record).toBeVisible();
});
