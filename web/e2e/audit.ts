/** Looks a screen over: what axe has against it, and whether it is wider than the window. */
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import type { Player } from './player';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const THEMES = ['dark', 'light'] as const;

export async function complaints({ page }: Player, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: AXE });
  return page.evaluate(async (only) => {
    const { violations } = await (window as any).axe.run(document, only ? { runOnly: only } : {});
    return violations.map((each: any) => `${each.id}: ${each.nodes.map((node: any) => node.target.join(' ') + (node.any[0]?.data?.contrastRatio ? ` (${node.any[0].data.fgColor} on ${node.any[0].data.bgColor})` : '')).join(', ')}`);
  }, rules);
}

/** How much wider the page, or a part of it that scrolls down, is than what one sees of it. */
export const overflow = ({ page }: Player) =>
  page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('[role=tabpanel], .column, dialog')];
    return Math.max(...parts.map((part) => part.scrollWidth - part.clientWidth));
  });

/** As the switch of the theme does it. */
const show = ({ page }: Player, theme: (typeof THEMES)[number]) =>
  page.evaluate((chosen) => void (document.documentElement.dataset.theme = chosen), theme);

/** Nothing is on its way, and what has come is painted. */
async function settled({ page }: Player): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Checks a screen by night and by day; by day only colours can differ. */
export async function audit(player: Player, screen: string): Promise<void> {
  const [night, day] = THEMES;
  await show(player, night);
  await settled(player);
  expect([screen, night, await complaints(player)]).toEqual([screen, night, []]);
  expect([screen, await overflow(player)]).toEqual([screen, 0]);
  await show(player, day);
  await settled(player);
  expect([screen, day, await complaints(player, ['color-contrast'])]).toEqual([screen, day, []]);
}
