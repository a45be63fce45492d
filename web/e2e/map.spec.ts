import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser';
import { Player } from './player';

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

test('the map is dragged as one picture, a drag is no tap, and the wheel draws it closer', async () => {
  const ada = await Player.arrive(browser, 'Ada');
  await ada.solo();
  await ada.myTurn();
  const { mouse } = ada.page;
  const own = ada.page.locator('[data-land][style*="--seat-0"] .fill').first();
  const land = async () => (await own.boundingBox())!;
  const drawn = () => ada.page.locator('.board svg > g').getAttribute('transform');
  const settled = () => ada.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

  const [start, scale] = [await land(), await drawn()];
  const [x, y] = await own.evaluate((path) => {
    const { left, top, width, height } = path.getBoundingClientRect();
    const shares = [0.5, 0.4, 0.6, 0.3, 0.7];
    const points = shares.flatMap((across) => shares.map((down) => [left + width * across, top + height * down] as const));
    return points.find(([px, py]) => document.elementFromPoint(px, py) === path)!;
  });
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + 50, y + 20, { steps: 5 });
  await mouse.move(x + 90, y + 40, { steps: 5 });
  await mouse.up();
  await settled();
  const dragged = await land();
  expect(dragged.x - start.x).toBeGreaterThan(75);
  expect(dragged.y - start.y).toBeGreaterThan(25);
  expect(await drawn()).toBe(scale);
  expect(await ada.page.locator('.draft').count()).toBe(0);
  await mouse.click(x + 90, y + 40);
  expect(await ada.page.locator('.draft').count()).toBe(1);

  await mouse.wheel(0, -300);
  await settled();
  expect((await land()).width).toBeGreaterThan(start.width * 1.3);
  expect(await drawn()).not.toBe(scale);
  expect(ada.errors).toEqual([]);
  await ada.leave();
});
