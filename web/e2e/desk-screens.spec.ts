import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { audit } from './audit';
import { launch, URL } from './browser';
import { busyDesk, compose, productionDesk } from './desks';
import { Player, type Size } from './player';

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

describe.each<[Size]>([['desk'], ['phone']])('on a %s, by night and by day,', (size) => {
  const arrive = () => Player.arrive(browser, 'Ada', { size, bypassCSP: true });

  test('setting up a desk and asking the judge fit and satisfy axe', async () => {
    const ada = await arrive();
    const { page } = ada;
    await page.goto(`${URL()}/desk`);
    await page.getByText('What the rules leave open').click();
    await audit(ada, 'set-up by hand');
    await page.getByText('Map', { exact: true }).click();
    await ada.button('A sample for six').click();
    await page.getByText('6 places for homes').waitFor();
    await audit(ada, 'set-up with a map');
    await page.getByText('Everybody on their own device').click();
    await ada.button('Gather the table').click();
    await page.getByRole('heading', { name: 'Seats' }).waitFor();
    await audit(ada, 'lobby');

    await page.goto(`${URL()}/judge`);
    await page.locator('.stamp').first().waitFor();
    await ada.button('+ cards, abilities, notes').first().click();
    await audit(ada, 'judge');
    await page.getByText('JSON', { exact: true }).click();
    await audit(ada, 'judge as JSON');
    await ada.button('Worked examples').click();
    await page.getByRole('dialog').locator('.stamp').first().waitFor();
    await audit(ada, 'examples');
    await ada.leave();
  });

  test('every panel and form of a desk fits and satisfies axe', async () => {
    const ada = await arrive();
    const { page } = ada;
    await page.goto(`${URL()}/t/${await busyDesk(ada)}`);
    await page.getByText('Binding', { exact: true }).first().waitFor();
    await audit(ada, 'an offer');
    await ada.tab('Galaxy');
    await page.locator('.system[aria-label^="Mecatol Rex"]').click();
    await page.getByText('Chart something here').click();
    await audit(ada, 'galaxy');
    await ada.button('Large map').click();
    await audit(ada, 'large map');
    await page.keyboard.press('Escape');
    for (const tab of ['Ledger', 'Journal']) {
      await ada.tab(tab);
      await audit(ada, tab);
    }
    if (size === 'phone') {
      await ada.tab('Players');
      await audit(ada, 'players');
    }
    for (const form of ['Book an entry', 'Report a deed', /^Use an ability/, 'Hand over', 'Show cards', 'Leave the game', 'Set the moment']) {
      await ada.button(form).click();
      await page.getByRole('dialog').waitFor();
      await audit(ada, String(form));
      await page.keyboard.press('Escape');
    }
    await ada.leave();
  });

  test('the composer with its verdict fits and satisfies axe', async () => {
    const ada = await arrive();
    await compose(ada, await productionDesk(ada, 0));
    await ada.button('Keep only what binds').waitFor();
    await audit(ada, 'composer');
    await ada.page.getByText('Transaction', { exact: true }).click();
    await audit(ada, 'transaction');
    await ada.leave();
  });
});
