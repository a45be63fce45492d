/** Looks a screen over: what axe has against it, and whether it is wider than the window. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

// Evaluated from outside and not loaded by the page, whose policy would forbid it.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const THEMES = ['dark', 'light'] as const;

async function complaints(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate((only) => {
    const { axe } = window as unknown as { axe: { run(all: Document, how: RunOptions): Promise<AxeResults> } };
    return axe.run(document, only ? { runOnly: only } : {});
  }, rules);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => {
      const { fgColor, bgColor } = any[0]?.data ?? {};
      return `${id}: ${target.join(' ')}${fgColor ? ` (${fgColor} on ${bgColor})` : ''}`;
    }),
  );
}

/** How much wider the page, or a part of it that scrolls down, is than what one sees of it. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('[role=tabpanel], .column, dialog')];
    return Math.max(...parts.map((part) => part.scrollWidth - part.clientWidth));
  });

/** What is still on its way. A button that has opened a dialog is busy for as long as that is open. */
const PENDING = 'body:not(:has(dialog[open])) [aria-busy=true], dialog[open] [aria-busy=true], .skeleton';

/** Nothing is on its way, and what has come is painted and has stopped moving. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator(PENDING)).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const passing = document
      .getAnimations()
      .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime));
    await Promise.allSettled(passing.map((each) => each.finished));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}

/** Checks a screen as it is. */
export async function inspect(page: Page, screen: string): Promise<void> {
  await settled(page);
  expect(await complaints(page), `what axe has against ${screen}`).toEqual([]);
  expect(await overflow(page), `by how much ${screen} is too wide`).toBe(0);
}

/** Checks a screen by night and by day; by day only colours can differ. */
export async function audit(page: Page, screen: string): Promise<void> {
  const [night, day] = THEMES;
  // As the switch of the theme does it.
  const show = (theme: string) =>
    page.evaluate((chosen) => void (document.documentElement.dataset.theme = chosen), theme);
  await show(night);
  await inspect(page, screen);
  await show(day);
  await settled(page);
  expect(await complaints(page, ['color-contrast']), `what axe has against ${screen} by day`).toEqual([]);
}
