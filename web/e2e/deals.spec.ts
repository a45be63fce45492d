import { expect, test, type People } from './fixtures';
import type { Player } from './player';

/** Hands so large that hardly anybody is without a ceasefire. */
const NUMBERS = { starting_hand: 14, starting_agreements: 12, starting_troop_cards: 2, hand_limit: 20 };

/** A table of three at which Ada holds a ceasefire. */
async function sitDown(arrive: People['arrive']): Promise<{ ada: Player; ben: Player; cleo: Player }> {
  const [ada, ben] = [await arrive('Ada'), await arrive('Ben')];
  const cleo = await arrive('Cleo', { size: 'phone', theme: 'light' });
  const { cards } = await ada.api('GET', '/rulesets/backchannel');
  const game = { ruleset: 'backchannel', map: 'wherrymouth', seats: 3, settings: { numbers: NUMBERS } };
  for (let tries = 0; tries < 50; tries += 1) {
    const { id } = await ada.api('POST', '/tables', { title: 'Three', game });
    for (const player of [ben, cleo]) await player.api('POST', `/tables/${id}/seats`, {});
    await ada.api('POST', `/tables/${id}/start`);
    const { hand } = (await ada.api('GET', `/tables/${id}/view`)).view.own;
    if (!hand.some((card: number) => cards[card].id.startsWith('ceasefire'))) continue;
    for (const player of [ada, ben, cleo]) await player.open(id);
    return { ada, ben, cleo };
  }
  throw new Error('nobody was ever dealt a ceasefire');
}

async function offer(ada: Player): Promise<void> {
  const { page } = ada;
  await ada.playToBackRoom();
  await ada.button('Propose an agreement').click();
  await page.locator('.composer .play', { hasText: 'Ceasefire' }).first().click();
  await page.locator('.composer').getByLabel('Ben').check();
  await page
    .getByRole('group', { name: /You put in/ })
    .locator('.play')
    .first()
    .click();
  await ada.button('Send to Ben').click();
  await expect(page.getByText('waits for an answer')).toBeVisible();
}

test('two signal, propose and accept, and a third hears of the ceasefire', async ({ arrive }) => {
  const { ada, ben, cleo } = await sitDown(arrive);
  await ada.tab('Signals');
  await ada.page.getByRole('group', { name: 'To whom' }).getByRole('button', { name: /Ben/ }).click();
  await ada.page.getByLabel('What to say').selectOption({ label: 'Greetings' });
  await ada.page.locator('.composer').getByRole('button', { name: 'Send to Ben' }).click();
  await ben.tab('Signals');
  await expect(ben.page.locator('article', { hasText: 'private' }).first()).toBeVisible();
  await ben.button('Respect').click();
  await expect(ada.page.locator('article', { hasText: 'Respect' }).first()).toBeVisible();

  await offer(ada);
  await ben.button(/Proposals waiting/).click();
  const proposal = ben.page.getByRole('article', { name: 'Proposal from Ada' });
  await expect(proposal.getByText(/^from the round after it is accepted, for \d+ rounds$/)).toBeVisible();
  await proposal.locator('.play').first().click();
  await proposal.getByRole('button', { name: 'Accept' }).click();
  await expect(ben.page.getByText('takes effect next round')).toBeVisible();
  await cleo.tab('Log');
  const log = cleo.page.getByRole('log');
  await expect(log.getByText('ends the turn').last()).toBeVisible();
  await expect(log.getByText('ceasefire')).toHaveCount(0);

  await ben.passTurn();
  await cleo.passTurn();
  await cleo.tab('Log');
  await expect(log.getByText('are under a')).toBeVisible();
  await ada.tab('Deals');
  await expect(ada.page.getByText(/in force/)).toBeVisible();
});

test('a decline locks its proposer out, and says why and for how long', async ({ arrive }) => {
  const { ada, ben } = await sitDown(arrive);
  await offer(ada);
  await ben.tab('Deals');
  await ben.page.getByRole('article', { name: 'Proposal from Ada' }).getByRole('button', { name: 'Decline' }).click();
  await expect(
    ada.page.getByText(/It declined your last proposal: for 2 more of your between-turn windows/),
  ).toBeVisible();
});
