import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, URL } from './browser';

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

const stamped = (page: Page, verdict: string) => page.locator('.stamp', { hasText: new RegExp(`^${verdict}$`, 'i') }).first().waitFor();

test('without an account, the judge tells what could be built anyway from what the deal would pay for', async () => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${URL()}/judge`);
  await stamped(page, 'Binding');
  const resources = page.getByRole('spinbutton', { name: /resources/ }).first();
  await resources.fill('0');
  await resources.blur();
  await stamped(page, 'Non-binding');
  await page.getByRole('link', { name: 'TI-77' }).first().waitFor();

  await page.getByRole('button', { name: 'Share by link' }).click();
  await expect.poll(() => page.url()).toContain('#');
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await stamped(other, 'Non-binding');
});
