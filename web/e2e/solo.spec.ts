import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, URL } from './browser';
import { Player } from './player';

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

test('a stranger plays within a few clicks: a name, and the map', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(URL());
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.getByLabel('Your name at the table').fill('Ada');
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.locator('.board').waitFor();
  expect(await page.locator('[data-land]').count()).toBe(16);
  await context.close();
});

test('a whole game to its end by clicking, its record, the seal and the replay', async () => {
  const ada = await Player.arrive(browser, 'Ada');
  await ada.solo({}, { map: 'passes-of-sarn', seats: 5, settings: { round_limit: 3 } });
  for (let turns = 0; turns < 6 && !(await ada.isOver()); turns += 1) await ada.passTurn(3);
  await ada.button('Open the record').click();
  await ada.page.getByRole('heading', { name: 'Result' }).waitFor();
  await ada.page.getByRole('heading', { name: 'Record of honour' }).waitFor();

  await ada.button('Work it out').click();
  await ada.page.getByText('Seal intact').waitFor();

  await ada.page.getByRole('link', { name: 'Watch the replay' }).click();
  await ada.button('Next round').click();
  await ada.page.getByRole('heading', { name: 'Round 1' }).waitFor();
  await ada.page.getByLabel('Seen by').selectOption({ label: 'Ada' });
  await ada.page.locator('.land.unknown, .land.remembered').first().waitFor();
  await ada.page.waitForURL(/eyes=0/);
  expect(ada.errors).toEqual([]);
  await ada.leave();
});

test('fog in the log, and each kind of link points at the map', async () => {
  const ada = await Player.arrive(browser, 'Ada');
  await ada.solo({}, { map: 'passes-of-sarn', seats: 5 });
  await ada.passTurn();
  await ada.myTurn();
  await ada.page.getByRole('log').getByText('???').last().waitFor();

  await ada.logAtItsEnd();
  const read = await ada.readBack(60);
  await ada.passTurn();
  await ada.myTurn();
  const after = await ada.readBack(0);
  expect(after.line).toBe(read.line);
  expect(Math.abs(after.at - read.at)).toBeLessThan(2);
  await ada.page.getByRole('log').press('End');
  await ada.logAtItsEnd();
  await ada.page.getByRole('log').press('Home');

  const lit = () => ada.page.locator('.pulse').count();
  await ada.page.getByRole('log').locator('.player').first().click();
  expect(await lit()).toBeGreaterThan(0);
  const scale = () => ada.page.locator('.board svg > g').getAttribute('transform');
  const before = await scale();
  await ada.page.getByRole('log').locator('.territory').first().click();
  await ada.page.waitForTimeout(300);
  expect(await lit()).toBe(1);
  expect(await scale()).not.toBe(before);

  await ada.tab('Signals');
  await ada.page.getByLabel('What to say').selectOption({ label: 'I will stay out of … · a promise' });
  await ada.page.getByLabel('About what').selectOption({ index: 1 });
  await ada.page.locator('blockquote .zone').click();
  expect(await lit()).toBeGreaterThan(1);
  expect(ada.errors).toEqual([]);
  await ada.leave();
});

test('a reload and a lost line in mid-turn lose nothing', async () => {
  const ada = await Player.arrive(browser, 'Ada');
  await ada.solo();
  await ada.myTurn();
  await ada.deploy();
  await ada.page.getByRole('heading', { name: 'Attack' }).waitFor();
  await ada.page.reload();
  await ada.page.getByRole('heading', { name: 'Attack' }).waitFor();

  await ada.page.evaluate(() => {
    const made = WebSocket.prototype.send;
    WebSocket.prototype.send = function (this: WebSocket, data) {
      WebSocket.prototype.send = made;
      made.call(this, data);
      this.close();
    };
  });
  await ada.button('Done attacking').click();
  await ada.page.getByRole('heading', { name: 'Reinforce' }).waitFor();
  const ends = await ada.page.getByRole('log').getByText('deploys').count();
  expect(ends).toBe(1);
  await ada.leave();
});

test('a turn by keyboard alone', async () => {
  const ada = await Player.arrive(browser, 'Ada');
  await ada.solo();
  await ada.myTurn();
  const { keyboard } = ada.page;
  const onMap = () => ada.page.evaluate(() => document.activeElement?.closest('[aria-label^="Territories."]') !== null);
  for (let tabs = 0; tabs < 60 && !(await onMap()); tabs += 1) await keyboard.press('Tab');
  expect(await onMap()).toBe(true);
  for (let troops = 0; troops < 3; troops += 1) await keyboard.press('Enter');
  await ada.page.getByText('left to place').waitFor();
  const reach = async (name: RegExp) => {
    for (let tabs = 0; tabs < 60; tabs += 1) {
      if (name.test(await ada.page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))) return keyboard.press('Enter');
      await keyboard.press('Tab');
    }
    throw new Error(`no way to ${name}`);
  };
  await reach(/^Send the troops/);
  await ada.page.getByRole('heading', { name: 'Attack' }).waitFor();
  await reach(/^Done attacking/);
  await ada.page.getByRole('heading', { name: 'Reinforce' }).waitFor();
  await reach(/^End the turn/);
  await ada.page.getByRole('heading', { name: 'The back room', level: 2 }).waitFor();
  await reach(/^Pass$/);
  await ada.leave();
});
