import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, URL } from './browser';
import { Player } from './player';

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

const sitting = (name: string, faction: string, more: object) => ({ name, faction, ...more });

/** A desk in Ann's production, where both seats are this scribe's. */
async function desk(scribe: Player, resources: number): Promise<string> {
  const players = [sitting('Ann', 'sol', { resources }), sitting('Bob', 'hacan', { trade_goods: 4 })];
  const setup = { players, neighbours: [[0, 1]], desk: true };
  const { id } = await scribe.api('POST', '/tables', { title: 'A desk', game: { ruleset: 'twilight', setup } });
  await scribe.api('POST', `/tables/${id}/seats`, { seat: 1 });
  await scribe.api('POST', `/tables/${id}/start`);
  const moment = { step: 'production', active: 0, asked: null };
  await scribe.api('POST', `/tables/${id}/commands`, { id: 'moment', seat: 0, command: { type: 'set_moment', moment } });
  return id;
}

/** Bob gives four trade goods, and Ann builds a dreadnought. */
async function compose(scribe: Player, table: string): Promise<void> {
  const { page } = scribe;
  await page.goto(`${URL()}/t/${table}`);
  await page.getByText('Deal', { exact: true }).first().click();
  await page.getByRole('combobox', { name: 'What term 1 is' }).selectOption('produce');
  await page.getByRole('combobox', { name: 'Unit of term 1' }).fill('dreadnought');
  await scribe.button('+ Bob …').click();
  await page.getByRole('listitem', { name: 'Term 2' }).getByRole('spinbutton', { name: 'trade goods' }).fill('4');
  await page.getByRole('listitem', { name: 'Term 2' }).getByRole('spinbutton', { name: 'trade goods' }).blur();
}

/** The stamp on the offer, once every term of it has been judged. */
async function stamp({ page }: Player): Promise<string> {
  await expect.poll(() => page.locator('li.term.blank').count()).toBe(0);
  const verdict = page.getByRole('region', { name: 'Verdict on the offer' });
  return (await verdict.locator('span.stamp').innerText()).toLowerCase();
}

test('at the desk, the same words bind where she could build it anyway and do not where the deal would pay', async () => {
  const rich = await Player.arrive(browser, 'Ada');
  const poor = await Player.arrive(browser, 'Ben');
  const [first, second] = [await desk(rich, 4), await desk(poor, 0)];
  await compose(rich, first);
  await compose(poor, second);
  await expect.poll(() => stamp(rich)).toBe('binding');
  await expect.poll(() => stamp(poor)).toBe('non-binding');

  await rich.button('Send to Bob').click();
  await expect.poll(async () => (await rich.api('GET', `/tables/${first}/view?seat=1`)).view.own.received.length).toBe(1);
});
