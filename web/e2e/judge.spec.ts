import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

const stamped = (page: Page, verdict: string) =>
  expect(page.locator('.stamp', { hasText: new RegExp(`^${verdict}$`, 'i') }).first()).toBeVisible();

test('without an account, the judge tells what could be built anyway from what the deal would pay for', async ({
  stranger,
}) => {
  const page = await stranger();
  await page.goto('/judge');
  await stamped(page, 'Binding');
  const resources = page.getByRole('spinbutton', { name: /resources/ }).first();
  await resources.fill('0');
  await resources.blur();
  await stamped(page, 'Non-binding');
  await expect(page.getByRole('link', { name: 'TI-77' }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Share by link' }).click();
  await expect(page).toHaveURL(/#s=/);
  const other = await stranger();
  await other.goto(page.url());
  await stamped(other, 'Non-binding');
});
