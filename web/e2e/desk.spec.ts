import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, URL } from './browser';
import { busyDesk, compose, productionDesk } from './desks';
import { Player } from './player';

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

/** The stamp on the offer, once every term of it has been judged. */
async function stamp({ page }: Player): Promise<string> {
  await expect.poll(() => page.locator('li.term.blank').count()).toBe(0);
  const verdict = page.getByRole('region', { name: 'Verdict on the offer' });
  return (await verdict.locator('span.stamp').innerText()).toLowerCase();
}

test('at the desk, the same words bind where she could build it anyway and do not where the deal would pay', async () => {
  const rich = await Player.arrive(browser, 'Ada');
  const poor = await Player.arrive(browser, 'Ben');
  const [first, second] = [await productionDesk(rich, 4), await productionDesk(poor, 0)];
  await compose(rich, first);
  await compose(poor, second);
  await expect.poll(() => stamp(rich)).toBe('binding');
  await expect.poll(() => stamp(poor)).toBe('non-binding');

  await rich.button('Send to Bob').click();
  await expect.poll(async () => (await rich.api('GET', `/tables/${first}/view?seat=1`)).view.own.received.length).toBe(1);
});

test('a scribe’s seats hear of an offer as it happens, keep their drafts, and lose nothing with the line', async () => {
  const ada = await Player.arrive(browser, 'Ada');
  const { page } = ada;
  const table = await productionDesk(ada, 4);
  await compose(ada, table);
  const seat = (name: string) => page.getByRole('group', { name: 'Seat' }).getByRole('button', { name: new RegExp(`^${name}`) });
  await seat('Bob').click();
  await page.getByRole('article', { name: 'Bob' }).getByText('(you)').waitFor();
  expect(await page.getByRole('listitem', { name: 'Term 1' }).count()).toBe(0);
  await seat('Ann').click();
  expect(await page.getByRole('combobox', { name: 'Unit of term 1' }).inputValue()).toBe('dreadnought');
  await ada.button('Send to Bob').click();
  await seat('Bob').getByText('1').waitFor();

  await seat('Bob').click();
  await page.getByRole('article', { name: 'Offer from Ann' }).getByText('Binding', { exact: true }).waitFor();
  // The line breaks just after the answer has gone out.
  await page.evaluate(() => {
    const made = WebSocket.prototype.send;
    WebSocket.prototype.send = function (this: WebSocket, data) {
      WebSocket.prototype.send = made;
      made.call(this, data);
      this.close();
    };
  });
  await ada.button('Accept').click();
  await page.getByText(/^No line since/).waitFor();
  await page.getByText(/^No line since/).waitFor({ state: 'detached' });
  await ada.tab('Journal');
  await page.getByRole('log').getByText('strike a deal').waitFor();
  expect(await page.getByRole('log').getByText('strike a deal').count()).toBe(1);
  expect(ada.errors).toEqual([]);
  await ada.leave();
});

test('what no transaction is has a form, and a refusal says why in its place', async () => {
  const ada = await Player.arrive(browser, 'Ada');
  const { page } = ada;
  await page.goto(`${URL()}/t/${await busyDesk(ada)}`);
  const dialog = page.getByRole('dialog');
  await ada.button('Show cards').click();
  await dialog.getByLabel('Sabotage').check();
  await ada.button('Show them').click();
  await dialog.waitFor({ state: 'detached' });
  await ada.button(/^Use an ability/).click();
  await dialog.getByLabel('Ability or card').selectOption('black_market_dealings');
  await ada.button('Use it').click();
  await dialog.waitFor({ state: 'detached' });
  await ada.button('Hand over').click();
  await dialog.getByRole('button', { name: 'trade goods: one more' }).click();
  await ada.button('Hand it over').click();
  await dialog.waitFor({ state: 'detached' });
  await ada.button('Leave the game').click();
  await ada.button('Ann leaves for good').click();
  await dialog.getByRole('alert').getByText('TI-100').waitFor();
  await page.keyboard.press('Escape');

  await page.locator('.system[aria-label^="Vefut II"]').click();
  await ada.button('Take away: ingress token').click();
  await page.locator('.system[aria-label^="Vefut II"]:not([aria-label*=ingress])').waitFor();
  await page.getByText('Chart something here').click();
  await page.getByLabel('What lies here').selectOption('beta');
  await ada.button('Chart it').click();
  await page.locator('.system[aria-label^="Vefut II"][aria-label*="beta wormhole token"]').waitFor();
  expect(ada.errors).toEqual([]);
  await ada.leave();
});
