import { inspect } from './audit';
import { expect, test, type Size } from './fixtures';
import { Player } from './player';

for (const size of ['desk', 'phone'] as Size[]) {
  test(`on a ${size}, a stranger plays the lesson to its end by what it says, and goes on to a real game`, async ({
    stranger,
  }) => {
    const page = await stranger({ size, theme: size === 'desk' ? 'dark' : 'light' });
    const ada = new Player(page, 'Ada');
    const refused: string[] = [];
    page.on(
      'response',
      (answer) => void (answer.status() >= 400 && answer.url().includes('/tables/') && refused.push(answer.url())),
    );
    await page.goto('/');
    await page.getByRole('link', { name: /First time/ }).click();
    const lesson = page.getByRole('group', { name: 'Lesson' });
    // What the lesson says is in sight without a search for it.
    const step = (title: string) =>
      expect(lesson.getByRole('heading', { name: title, exact: true })).toBeInViewport({ ratio: 1 });
    const odds = page.getByRole('table', { name: 'Odds of this attack, from what you see' });
    const next = () => lesson.getByRole('button', { name: 'Next' }).click();
    const strike = async (from: RegExp, to: RegExp, blitz: boolean) => {
      await ada.choose(from);
      await ada.choose(to);
      await expect(odds.getByRole('row', { name: blitz ? /Blitz/ : /One roll/ })).toContainText(/\d %/);
      if (blitz) await page.locator('label', { hasText: 'Blitz' }).click();
      await ada.button('Attack').click();
    };

    await step('This is the war');
    await inspect(page, 'the lesson');
    await next();
    await step('Deploy');
    for (let troops = 0; troops < 2; troops += 1) await ada.choose(/^The Ropewalk/);
    await ada.button(/^Send 2/).click();
    await expect(page.locator('.toast', { hasText: 'Put all three on The Ropewalk' })).toBeVisible();
    await ada.choose(/^The Ropewalk/);
    await ada.button('Send the troops').click();
    await step('Know the odds, then attack');
    await strike(/^The Ropewalk/, /^Mint Yard/, false);
    await step('Move in');
    await ada.button(/^Move in with/).click();
    await step('A zone');
    await expect(page.locator('.cheer')).toContainText('The Quays');
    await next();
    await step('Enough for now');
    await ada.button('Done attacking').click();
    await step('End the turn');

    // It goes on where it was left.
    await page.goto('/');
    await page.getByRole('link', { name: 'Go on with the first lesson' }).click();
    await step('End the turn');
    await ada.button('End the turn without a move').click();
    await step('A card in the back room');
    await ada.button('Play a tactical card').click();
    await page.locator('.tactic .play').click();
    await ada.choose(/^Tallow Row/);
    await page.locator('.tactic').getByRole('button', { name: /^Play/ }).last().click();

    await step('Brandt wants to talk');
    await ada.button('Agreed').click();
    await step('An offer');
    const offer = page.getByRole('article', { name: 'Proposal from Brandt' });
    await offer.locator('.play').first().click();
    await offer.getByRole('button', { name: 'Accept' }).click();
    await step('A second turn');
    await expect(page.getByRole('region', { name: 'While you were away' })).toBeVisible();
    await inspect(page, 'the report');
    await ada.deploy();
    await step('Make an offer yourself');
    await page.locator('.composer .play', { hasText: 'Intel pact' }).first().click();
    await page.locator('.composer').getByLabel('Brandt').check();
    await page
      .getByRole('group', { name: /You put in/ })
      .locator('.play')
      .first()
      .click();
    await expect(page.getByRole('region', { name: 'What this blocks' })).toContainText('At once');
    await ada.button('Send to Brandt').click();

    await step('Betrayed');
    await expect(page.getByRole('region', { name: 'While you were away' })).toContainText('Sable takes Mint Yard');
    await expect(page.getByRole('region', { name: 'While you were away' })).toContainText(/betray/i);
    await next();
    await step('How one wins');
    await next();
    await step('Strike back');
    await ada.deploy();
    await step('Blitz');
    await strike(/^Tallow Row/, /^Old Assize/, true);
    await step('Move in');
    await ada.button(/^Move in with/).click();
    await step('One more');
    await lesson.getByRole('button', { name: 'Do it for me' }).click();
    await step('Move in');
    await ada.button(/^Move in with/).click();
    await step('Done');
    await ada.button('Done attacking').click();
    await step('End the turn and win');
    await ada.button('End the turn without a move').click();
    await step('Victory');
    expect(refused, 'nothing was asked of a table that does not exist').toEqual([]);
    await lesson.getByRole('button', { name: 'Play a real game' }).click();
    await page.getByLabel('Your name at the table').fill('Ada');
    await page.getByRole('button', { name: 'Sit down' }).click();
    await expect(page).toHaveURL(/\/t\//);
    await expect(page.locator('.board')).toBeVisible();
    await expect(lesson).toHaveCount(0);
  });
}

test('dice are thrown first, then they cost, and then the map and the log tell of it', async ({ stranger }) => {
  const page = await stranger({ motion: true });
  await page.clock.install();
  await page.goto('/lesson');
  const lesson = page.getByRole('group', { name: 'Lesson' });
  await lesson.getByRole('button', { name: 'Next' }).click();
  await lesson.getByRole('button', { name: 'Do it for me' }).click();
  await expect(lesson.getByRole('heading', { name: 'Know the odds, then attack' })).toBeVisible();
  // Time stands still, so that nothing is missed.
  await page.clock.pauseAt(Date.now() + 60_000);
  await lesson.getByRole('button', { name: 'Do it for me' }).click();
  const dice = page.getByRole('status', { name: 'Dice' });
  const log = page.getByRole('log');
  await expect(dice.getByRole('button', { name: 'Skip' })).toBeVisible();
  await expect(dice.locator('.cost.waits')).toHaveCount(2);
  await expect(log).not.toContainText('Mint Yard');
  await expect(lesson).toContainText('The dice are rolling');
  await page.clock.runFor(1_000);
  await expect(dice.locator('.cost.waits')).toHaveCount(0);
  await expect(log, 'the losses come before the log').not.toContainText('takes Mint Yard');
  await dice.getByRole('button', { name: 'Skip' }).click();
  await expect(log).toContainText('Mint Yard');
  await expect(lesson.getByRole('heading', { name: 'Move in' })).toBeVisible();
});
