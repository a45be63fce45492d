import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaints, overflow } from './audit';
import { launch, URL } from './browser';
import { Player, type Size } from './player';

let browser: Browser;
/** A game that is over, for everybody to look at. */
let over: string;
beforeAll(async () => {
  browser = await launch();
  const owner = await Player.arrive(browser, 'Owner');
  over = (await owner.finished()).id;
  await owner.leave();
});
afterAll(() => browser.close());

describe.each<[Size, 'dark' | 'light']>([
  ['desk', 'dark'], ['desk', 'light'], ['phone', 'dark'], ['phone', 'light'],
])('on a %s, %s', (size, theme) => {
  test('every screen fits and satisfies axe', async () => {
    const ada = await Player.arrive(browser, 'Ada', { size, theme, bypassCSP: true });
    const check = async (screen: string) => {
      await ada.page.waitForTimeout(250);
      expect([screen, await complaints(ada)]).toEqual([screen, []]);
      expect([screen, await overflow(ada)]).toEqual([screen, 0]);
    };
    const visit = async (path: string, there: string) => {
      await ada.page.goto(URL() + path);
      await ada.page.locator(there).first().waitFor();
      await check(path);
    };
    await visit('/', '.hero');
    await visit('/manual/backchannel#BC-504', 'article.marked');
    await visit('/account', 'h1');
    await visit('/recover', 'h1');
    await visit('/nowhere', '.lost');
    await visit('/manual/twilight#TI-77', 'article.marked');
    const { id } = await ada.api('POST', '/tables', { title: 'Lobby', game: { ruleset: 'backchannel', map: 'trade-wind-sea', seats: 5 } });
    await visit(`/t/${id}`, '.lobby');
    await visit(`/t/${over}`, '.charts');
    await visit(`/t/${over}?replay=30`, '.scrubber');

    await ada.solo();
    await ada.myTurn();
    await check('deploy');
    await ada.deploy();
    await ada.page.getByRole('heading', { name: 'Attack' }).waitFor();
    await ada.choose(/can be chosen/);
    await ada.choose(/can be attacked/);
    await check('attack');
    await ada.playToBackRoom();
    await check('back room');
    await ada.tab('Deals');
    await check('deals');
    await ada.tab('Signals');
    await check('signals');
    if (size === 'phone') {
      await ada.tab('Log');
      await check('log');
      await ada.tab('Seats');
      await check('seats');
    }
    await ada.button('Menu').click();
    await check('menu');

    await ada.api('DELETE', '/session');
    await ada.page.goto(URL());
    await ada.button('Play now').click();
    await ada.page.getByLabel('Your name at the table').waitFor();
    await check('name');
    await ada.leave();
  });
});
