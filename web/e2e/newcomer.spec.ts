import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

/** The first of these that can be pressed now, by what is written on it. */
async function press(page: Page, ...names: (string | RegExp)[]): Promise<boolean> {
  for (const name of names) {
    const button = page.getByRole('button', { name, exact: typeof name === 'string' }).first();
    if ((await button.isVisible()) && (await button.isEnabled())) {
      await button.click();
      return true;
    }
  }
  return false;
}

/** Chooses a territory by what the map says of it, with the keyboard. */
async function choose(page: Page, what: RegExp): Promise<boolean> {
  const land = page.getByRole('button', { name: what }).first();
  if ((await land.count()) === 0) return false;
  await land.press('Enter');
  return true;
}

/** One thing that a beginner would do now; nothing if it is somebody else's turn. */
async function play(page: Page, fights: { left: number }): Promise<boolean> {
  if (await press(page, 'Send the troops', /^Move in with/)) return true;
  if (await page.getByText('left to place').isVisible()) return choose(page, /can be chosen/);
  const done = page.getByRole('button', { name: 'Done attacking' });
  if (await done.isVisible()) {
    if (fights.left > 0) {
      if (await press(page, 'Attack')) {
        fights.left -= 1;
        return true;
      }
      if ((await choose(page, /can be attacked/)) || (await choose(page, /can be chosen/))) return true;
    }
    fights.left = 2;
    return press(page, 'Done attacking');
  }
  return press(page, 'End the turn without a move', 'Pass');
}

test('a newcomer plays a whole game to its end by what is on the screen', { tag: '@slow' }, async ({ stranger }) => {
  const page = await stranger();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.getByRole('button', { name: /^Easy/ }).click();
  await page.getByLabel('Your name at the table').fill('Nora');
  await page.getByRole('button', { name: 'Sit down' }).click();
  await expect(page.getByRole('group', { name: /^Map of/ })).toBeVisible();
  // Bots need not wait for somebody who knows what they do.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('group', { name: 'Bot speed' }).getByText('At once').click();
  await page.keyboard.press('Escape');

  const fights = { left: 2 };
  const record = page.getByRole('button', { name: 'Open the record' });
  // The last round is 40; everything in between is bounded.
  for (let acts = 0; acts < 60_000 && !(await record.isVisible()); acts += 1) {
    if (await page.getByRole('button', { name: 'Skip to the end' }).isVisible()) {
      await press(page, 'Skip to the end');
      await expect(record).toBeVisible();
      break;
    }
    // Nothing to do until somebody else has moved: the next paint shows it.
    if (!(await play(page, fights))) await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await record.click();
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible();
});
