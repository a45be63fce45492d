/** Acting: what one is told before one commits oneself, cards, signals, the desk, the dice, sound. */
import { audit } from './audit';
import { expect, test } from './fixtures';
import type { Player } from './player';

/** A signal without a word to fill in. */
const TALK = { first: { template: 33 } };

async function aim(player: Player): Promise<void> {
  await player.myTurn();
  await player.tab('Orders');
  await player.deploy();
  await expect(player.heading('Attack')).toBeVisible();
  await player.choose(/can be chosen/);
  await player.choose(/can be attacked/);
}

for (const size of ['desk', 'phone'] as const) {
  test(`on a ${size} an attack shows its odds, and a blocked target says why beside the game`, async ({ arrive }) => {
    const ada = await arrive('Ada', { size });
    const { page } = ada;
    await ada.solo();
    await aim(ada);
    const odds = page.getByRole('table', { name: 'Odds of this attack, from what you see' });
    await expect(odds.getByRole('row', { name: /One roll/ })).toContainText(/\d %/);
    await odds.scrollIntoViewIfNeeded();
    await audit(page, 'the odds of an attack');

    await ada
      .places(/^(?!.*can be)/)
      .first()
      .dispatchEvent('click');
    const card = page.getByRole('group', { name: /^About / });
    const rule = card.getByRole('link', { name: /^Rule BC-/ });
    await expect(rule).toBeVisible();
    const clause = (await rule.textContent()) ?? '';
    await rule.click();
    const beside = page.getByRole('complementary', { name: `Rule ${clause}` });
    await expect(beside).toContainText(/\w{4}/);
    await expect(page.locator('.board'), 'the game is still there').toBeVisible();
    await audit(page, 'a rule beside the game');
    await page.keyboard.press('Escape');
    await expect(beside).toBeHidden();
  });

  test(`on a ${size} a card turns over, and a proposal says what it blocks before it is sent`, async ({ arrive }) => {
    const ada = await arrive('Ada', { size });
    const { page } = ada;
    await ada.solo({ settings: { numbers: { starting_agreements: 4, starting_troop_cards: 4, starting_hand: 9 } } });
    await ada.playToBackRoom();
    const held = page.getByRole('region', { name: 'Your hand' }).locator('.play').first();
    await held.scrollIntoViewIfNeeded();
    await held.click();
    await expect(held).toHaveAttribute('aria-expanded', 'true');
    const back = page.getByRole('region', { name: 'Your hand' }).locator('.back', { hasText: 'When:' }).first();
    await expect(back).toBeVisible();
    const pane = page.locator('[role=tabpanel], .drawer').first();
    const [inner, outer] = [await back.boundingBox(), await pane.boundingBox()];
    expect((inner?.y ?? 0) + (inner?.height ?? 0), 'all of it is in sight').toBeLessThanOrEqual(
      (outer?.y ?? 0) + (outer?.height ?? 0) + 1,
    );
    await audit(page, 'a card turned over');
    await page.keyboard.press('Escape');
    await expect(held).toHaveAttribute('aria-expanded', 'false');

    await ada.tab('Deals');
    const composer = page.getByRole('region', { name: 'A new proposal' });
    await composer.locator('.play:enabled').first().click();
    await composer.getByRole('radio').first().check();
    const third = composer.getByRole('radio').locator('[name=third]');
    if (await third.count()) await third.first().check();
    const picker = composer.getByRole('group', { name: '3 · You put in' });
    for (let put = 0; (await picker.count()) && put < 3; put += 1) {
      if (await composer.getByRole('button', { name: /^Send to/ }).isEnabled()) break;
      await picker.locator('.play').first().click();
    }
    const blocks = composer.getByRole('region', { name: 'What this blocks' });
    await expect(blocks).toContainText('Locked until this is settled');
    await expect(blocks).toContainText('If they decline');
    await audit(page, 'what a proposal blocks');

    // What was begun is kept, and its tab says so.
    await ada.tab('Orders');
    await expect(page.getByText('unsent').first()).toBeAttached();
    await ada.tab('Deals');
    await expect(composer.getByRole('button', { name: /^Send to/ })).toBeEnabled();
  });
}

test('a signal that arrives is a bubble at its seat and a toast that leads to an answer', async ({ arrive }) => {
  const [ada, ben] = [await arrive('Ada'), await arrive('Ben')];
  const { page } = ada;
  const table = await ada.gather({ seats: 3 });
  await ada.api('DELETE', `/tables/${table}/seats/1`);
  await ben.api('POST', `/tables/${table}/seats`, { seat: 1 });
  await ada.api('POST', `/tables/${table}/start`);
  await ada.open(table);
  const signal = { type: 'signal', to: 0, signal: TALK };
  await ben.api('POST', `/tables/${table}/commands`, { id: 'talk', command: signal });
  await expect(page.locator('.bubble')).toBeVisible();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices.getByRole('button', { name: 'Reply' })).toBeVisible();
  await audit(page, 'a signal that arrives');
  await notices.getByRole('button', { name: 'Reply' }).click();
  const channels = page.getByRole('group', { name: 'To whom' });
  await expect(channels.getByRole('button', { name: /^Ben/ })).toHaveAttribute('aria-pressed', 'true');
});

test('quick phrases are sent with a second tap, and the composer finds what to say', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  await ada.solo();
  await ada.tab('Signals');
  await page.getByRole('region', { name: 'Quick phrases' }).getByRole('button').first().click();
  await expect(page.getByRole('region', { name: 'Signals', exact: true }).locator('article')).not.toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Search the phrases' }).fill('attack');
  await page.locator('.search li button').first().click();
  await expect(page.locator('.composer blockquote')).not.toHaveClass(/empty/);
  await ada.tab('Orders');
  await expect(page.getByRole('tab', { name: /Signals.*unsent/ })).toBeVisible();
  await ada.tab('Signals');
  await expect(page.locator('.composer blockquote'), 'it was not lost').not.toHaveClass(/empty/);
});

test('skip links come first, keys open the desk, and a sheet lists them', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  await ada.solo();
  await ada.myTurn();
  await page.locator('body').press('Tab');
  await expect(ada.button('Skip to your desk')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tabpanel')).toBeFocused();
  await page.keyboard.press('d');
  await expect(page.getByRole('tab', { name: /Deals/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('m');
  await expect(page.locator('[aria-label^="Territories."] button:focus')).toHaveCount(1);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await audit(page, 'the sheet of keys');
  await page.keyboard.press('Escape');

  // Whoever plays by keyboard is still in the orders after the phase has changed.
  await ada.tab('Orders');
  await ada.choose(/can be chosen/);
  await page.locator('button.all').click();
  await ada.button(/^Send/).focus();
  await page.keyboard.press('Enter');
  await expect(ada.heading('Attack')).toBeVisible();
  await expect(page.locator('.orders :focus')).toHaveCount(1);
});

test('a bot that plays for me says so, and resigning is in the menu', async ({ arrive }) => {
  const [ada, ben] = [await arrive('Ada'), await arrive('Ben')];
  const { page } = ada;
  const table = await ada.gather();
  // Somebody whom the game waits for, or the bots would play it to its end.
  await ada.api('DELETE', `/tables/${table}/seats/1`);
  await ben.api('POST', `/tables/${table}/seats`, { seat: 1 });
  await ada.api('POST', `/tables/${table}/start`);
  await ada.open(table);
  await ada.button('Menu').click();
  await ada.button('Let a bot play for me').click();
  await page.keyboard.press('Escape');
  const told = page.getByRole('status').filter({ hasText: 'A bot plays for you.' });
  await expect(told).toBeVisible();
  await told.getByRole('button', { name: 'Take my seat back' }).click();
  await expect(told).toBeHidden();
  await ada.button('Menu').click();
  await expect(page.getByRole('checkbox', { name: 'Ask before I break my word' })).toBeChecked();
  await ada.button('Resign').click();
  await audit(page, 'resigning');
  await ada.button('Resign and leave').click();
  await expect(page).toHaveURL(/\/$/);
});

test('dice keep one waiting, can be skipped, and lie away from the fight', async ({ arrive }) => {
  const ada = await arrive('Ada', { size: 'phone' });
  const { page } = ada;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await ada.solo();
  await aim(ada);
  // The dice tumble until they are skipped, however slow the machine is.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await ada.button('Attack').click();
  const dice = page.getByRole('status', { name: 'Dice' });
  await dice.getByRole('button', { name: 'Skip' }).click();
  await expect(dice.locator('.cost').first()).toBeVisible();
  await expect(dice.locator('.cost').first()).toHaveText(/^(0|−\d+)$/);
});

test('sounds are off on a phone until they are chosen, and are made by the browser', async ({ arrive }) => {
  const ada = await arrive('Ada', { size: 'phone' });
  const { page } = ada;
  await page.addInitScript(() => {
    const made = { tones: 0 };
    Object.assign(window, { made });
    const Tone = OscillatorNode;
    window.OscillatorNode = class extends Tone {
      constructor(...how: ConstructorParameters<typeof Tone>) {
        super(...how);
        made.tones += 1;
      }
    };
  });
  await ada.solo();
  await ada.button('Menu').click();
  const box = page.getByRole('checkbox', { name: 'Sounds and haptics' });
  await expect(box).not.toBeChecked();
  await box.check();
  await expect.poll(() => page.evaluate(() => (window as unknown as { made: { tones: number } }).made.tones)).toBe(2);
});
