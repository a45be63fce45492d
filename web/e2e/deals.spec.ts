import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { launch } from './browser';
import { Player } from './player';

let browser: Browser;
let [ada, ben, cleo] = [] as unknown as [Player, Player, Player];
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());
beforeEach(async () => {
  ada = await Player.arrive(browser, 'Ada');
  ben = await Player.arrive(browser, 'Ben');
  cleo = await Player.arrive(browser, 'Cleo', { size: 'phone', theme: 'light' });
});
afterEach(async () => {
  for (const player of [ada, ben, cleo]) {
    expect(player.errors).toEqual([]);
    await player.leave();
  }
});

/** A table of three at which Ada holds a ceasefire, and she and Ben a troop card. */
async function sitDown(): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    const table = await ada.api('POST', '/tables', { title: 'Three', game: { ruleset: 'backchannel', map: 'wherrymouth', seats: 3 } });
    for (const player of [ben, cleo]) await player.api('POST', `/tables/${table.id}/seats`, {});
    await ada.api('POST', `/tables/${table.id}/start`);
    const hand = async (player: Player): Promise<number[]> => (await player.api('GET', `/tables/${table.id}/view`)).view.own.hand;
    const [adas, bens] = [await hand(ada), await hand(ben)];
    const { cards } = await ada.api('GET', '/rulesets/backchannel');
    const has = (cards_: number[], kind: RegExp) => cards_.some((card) => kind.test(cards[card].id));
    if (!has(adas, /^ceasefire/) || !has(adas, /^troops/) || !has(bens, /^troops/)) continue;
    for (const player of [ada, ben, cleo]) await player.open(table.id);
    return;
  }
  throw new Error('nobody was ever dealt a ceasefire');
}

async function offer(): Promise<void> {
  await ada.playToBackRoom();
  await ada.button('Propose an agreement').click();
  await ada.page.locator('.composer .play', { hasText: 'Ceasefire' }).first().click();
  await ada.page.locator('.composer').getByLabel('Ben').check();
  await ada.page.getByRole('group', { name: /You put in/ }).locator('.play').first().click();
  await ada.button('Send to Ben').click();
  await ada.page.getByText('waits for an answer').waitFor();
}

test('two signal, propose and accept, and a third hears of the ceasefire', async () => {
  await sitDown();
  await ada.tab('Signals');
  await ada.page.getByRole('group', { name: 'To whom' }).getByRole('button', { name: /Ben/ }).click();
  await ada.page.getByLabel('What to say').selectOption({ label: 'Greetings' });
  await ada.page.locator('.composer').getByRole('button', { name: 'Send to Ben' }).click();
  await ben.tab('Signals');
  await ben.page.locator('article', { hasText: 'private' }).first().waitFor();
  await ben.button('Respect').click();
  await ada.page.locator('article', { hasText: 'Respect' }).first().waitFor();

  await offer();
  await ben.button(/Proposals waiting/).click();
  const proposal = ben.page.getByRole('article', { name: 'Proposal from Ada' });
  await proposal.locator('.play').first().click();
  await proposal.getByRole('button', { name: 'Accept' }).click();
  await ben.page.getByText('takes effect next round').waitFor();
  await cleo.tab('Log');
  await cleo.page.getByRole('log').getByText('ends the turn').last().waitFor();
  expect(await cleo.page.getByRole('log').getByText('ceasefire').count()).toBe(0);

  await ben.passTurn();
  await cleo.passTurn();
  await cleo.tab('Log');
  await cleo.page.getByRole('log').getByText('are under a').waitFor();
  await ada.tab('Deals');
  await ada.page.getByText(/in force/).waitFor();
});

test('a decline locks its proposer out, and says why and for how long', async () => {
  await sitDown();
  await offer();
  await ben.tab('Deals');
  await ben.page.getByRole('article', { name: 'Proposal from Ada' }).getByRole('button', { name: 'Decline' }).click();
  await ada.page.getByText(/Declined your last proposal: closed for 2 more back rooms/).waitFor();
});
