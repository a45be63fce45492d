import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

test('a stranger plays within a few clicks: a level, a name, and the map', async ({ stranger }) => {
  const page = await stranger();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.getByRole('button', { name: /^Normal/ }).click();
  await page.getByLabel('Your name at the table').fill('Ada');
  await page.getByRole('button', { name: 'Sit down' }).click();
  await expect(page.locator('.board')).toBeVisible();
  await expect(page.locator('[data-land]')).toHaveCount(36);
});

test('a whole game to its end by clicking, its record, the seal and the replay', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  const table = await ada.gather({ map: 'passes-of-sarn', seats: 5, settings: { round_limit: 3 } });
  await page.goto(`/t/${table}`);
  await expect
    .poll(async () => (await ada.api('GET', `/tables/${table}`)).seats[0].entropy, 'her bytes for the seed')
    .toBeTruthy();
  await ada.button(/^Start/).click();
  await expect(page.locator('.board')).toBeVisible();
  for (let turns = 0; turns < 6 && !(await ada.isOver()); turns += 1) await ada.passTurn(3);
  await ada.button('Open the record').click();
  await expect(ada.heading('Result')).toBeVisible();
  await expect(ada.heading('Record of honour')).toBeVisible();

  await ada.button('Work it out').click();
  await expect(page.getByText('Seal intact')).toBeVisible();
  await expect(page.getByText('The bytes that this browser added are in it.')).toBeVisible();

  await page.getByRole('link', { name: 'Watch the replay' }).click();
  await ada.button('Next round').click();
  await expect(ada.heading('Round 1')).toBeVisible();
  await page.getByLabel('Seen by').selectOption({ label: 'Ada' });
  await expect(page.locator('.land.unknown, .land.remembered').first()).toBeVisible();
  await expect(page).toHaveURL(/eyes=0/);
});

test('what a browser adds to the seed is found again when the game is over', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  const game = { ruleset: 'backchannel', map: 'wherrymouth', seats: 3, settings: { round_limit: 1 } };
  const { id } = await ada.api('POST', '/tables', { title: 'A test', bot_pace_ms: 0, game });
  for (const seat of [1, 2]) await ada.api('PUT', `/tables/${id}/seats/${seat}/bot`, { bot: 'soldier' });
  await page.goto(`/t/${id}`);
  const now = () => ada.api('GET', `/tables/${id}`);
  await expect.poll(async () => (await now()).seats[0].entropy).toMatch(/^[0-9a-f]{64}$/);
  await ada.button('Start the game').click();
  await expect(page.locator('.board')).toBeVisible();
  await ada.api('POST', `/tables/${id}/seats/0/relief`);
  await expect.poll(async () => (await now()).standing).toBe('over');

  await page.goto(`/t/${id}`);
  await ada.button('Work it out').click();
  await expect(page.getByText('The bytes that this browser added are in it.')).toBeVisible();
  await expect(page.getByText('Seal intact')).toBeVisible();
});

/** How far the last line of a log too long for its box is from the lower edge of it. */
const fromEnd = (page: Page): Promise<number> =>
  page.getByRole('log').evaluate((log) => {
    const last = [...log.querySelectorAll('[data-n]')].at(-1);
    if (!last || log.scrollHeight <= log.clientHeight) return Infinity;
    return Math.abs(last.getBoundingClientRect().bottom - log.getBoundingClientRect().bottom);
  });

/** The line at the upper edge of the log, and where exactly it is. */
const reading = (page: Page): Promise<{ line: string | undefined; at: number }> =>
  page.getByRole('log').evaluate((log) => {
    const edge = log.getBoundingClientRect().top;
    const rows = [...log.querySelectorAll<HTMLElement>('.shown > [data-n]')];
    const row = rows.find((each) => each.getBoundingClientRect().bottom > edge + 1);
    return { line: row?.dataset.n, at: Math.round((row?.getBoundingClientRect().top ?? 0) - edge) };
  });

/** Waits until what has just been scrolled or put in is where it stays. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

test('the log keeps to its end, hides what is in the fog, and does not move while one reads back', async ({
  arrive,
}) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  await ada.solo({ map: 'passes-of-sarn', seats: 5 });
  const log = page.getByRole('log');
  await ada.passTurn();
  await ada.myTurn();
  await expect(log.getByText(/\?\?\?|that you did not see/).last()).toBeVisible();
  await expect.poll(() => fromEnd(page)).toBeLessThan(2);

  await log.evaluate((box) => void (box.scrollTop -= 60));
  await drawn(page);
  const before = await reading(page);
  await ada.passTurn();
  await ada.myTurn();
  await drawn(page);
  const after = await reading(page);
  expect(after.line).toBe(before.line);
  expect(Math.abs(after.at - before.at)).toBeLessThan(2);
  await log.press('End');
  await expect.poll(() => fromEnd(page)).toBeLessThan(2);
});

test('each kind of link in the log points at the map', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  const table = await ada.solo({ map: 'passes-of-sarn', seats: 5 });
  await ada.passTurn();
  await ada.myTurn();
  const log = page.getByRole('log');
  const lit = page.locator('.pulse');
  const { view } = await ada.api('GET', `/tables/${table}/view`);

  await log.getByRole('button', { name: 'Ada', exact: true }).last().click();
  await expect(lit).toHaveCount(view.own.lands.length);
  const map = page.locator('.board svg > g');
  const scale = (await map.getAttribute('transform'))!;
  await ada.deploy();
  await log.locator('.territory').last().click();
  await expect(lit).toHaveCount(1);
  await expect(map).not.toHaveAttribute('transform', scale);

  await ada.tab('Signals');
  await page.getByLabel('What to say').selectOption({ label: 'I will stay out of … · a promise' });
  await page.getByLabel('About what').selectOption({ index: 1 });
  await page.locator('blockquote .zone').click();
  await expect.poll(() => lit.count()).toBeGreaterThan(1);
});

test('what a link points at pulses and fades, unless one wants no motion', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  await ada.solo();
  await ada.myTurn();
  await ada.deploy();
  const link = page.getByRole('log').locator('.territory').last();
  const lit = page.locator('.pulse');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // The page itself listens: on a busy machine the pulse may be over before anybody looks.
  await page.evaluate(() => {
    const heard: string[] = [];
    for (const kind of ['animationstart', 'animationend'] as const) {
      document.addEventListener(kind, ({ target, elapsedTime }) => {
        if ((target as Element).matches('.pulse')) heard.push(`${kind} ${elapsedTime}`);
      });
    }
    Object.assign(window, { heard });
  });
  await link.click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard))
    .toEqual(['animationstart 0', 'animationend 2.25']);
  await expect(lit).toHaveCSS('stroke-opacity', '0');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await link.click();
  await expect(lit).toHaveCSS('stroke-opacity', '1');
});

test('a reload and a lost line in mid-turn lose nothing', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  await ada.solo();
  await ada.myTurn();
  await ada.deploy();
  await expect(ada.heading('Attack')).toBeVisible();
  await page.reload();
  await expect(ada.heading('Attack')).toBeVisible();

  await ada.breakLine();
  await ada.button('Done attacking').click();
  await expect(page.getByText('Reconnecting')).toBeVisible();
  await expect(ada.heading('Attack')).toBeVisible();
  await ada.mendLine();
  await expect(ada.heading('Reinforce')).toBeVisible();
  await expect(page.getByText('On air')).toBeAttached();
  await expect(page.getByRole('log').getByText('deploys')).toHaveCount(1);
});

test('a turn by keyboard alone', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  await ada.solo();
  await ada.myTurn();
  const { keyboard } = page;
  const onMap = () => page.evaluate(() => document.activeElement?.closest('[aria-label^="Territories."]') !== null);
  for (let tabs = 0; tabs < 60 && !(await onMap()); tabs += 1) await keyboard.press('Tab');
  expect(await onMap()).toBe(true);
  const troops = Number(/\d+/.exec(await ada.phase())?.[0]);
  for (let placed = 0; placed < troops; placed += 1) await keyboard.press('Enter');
  await expect(page.getByText(`left to place, ${troops} drafted`)).toBeVisible();
  const reach = async (name: RegExp) => {
    for (let tabs = 0; tabs < 60; tabs += 1) {
      if (name.test(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')))
        return keyboard.press('Enter');
      await keyboard.press('Tab');
    }
    throw new Error(`no way to ${name}`);
  };
  await reach(/^Send the troops/);
  await expect(ada.heading('Attack')).toBeVisible();
  await reach(/^Done attacking/);
  await expect(ada.heading('Reinforce')).toBeVisible();
  await reach(/^End the turn/);
  await expect(ada.heading('Back room')).toBeVisible();
  await reach(/^Pass$/);
  await expect(ada.heading('Back room')).toHaveCount(0);
});
