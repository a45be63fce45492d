import { settled } from './audit';
import { expect, test } from './fixtures';

test('the map is dragged as one picture, a drag is no tap, and the wheel draws it closer', async ({ arrive }) => {
  const ada = await arrive('Ada');
  await ada.solo();
  await ada.myTurn();
  const { page } = ada;
  const { mouse } = page;
  const own = page.locator('[data-land][style*="--seat-0"] .fill').first();
  const land = async () => (await own.boundingBox())!;
  const group = page.locator('.board svg > g');
  const draft = page.locator('.draft');

  await settled(page);
  const [start, scale] = [await land(), (await group.getAttribute('transform'))!];
  const [x, y] = await own.evaluate((path) => {
    const { left, top, width, height } = path.getBoundingClientRect();
    const shares = [0.5, 0.4, 0.6, 0.3, 0.7];
    const points = shares.flatMap((across) =>
      shares.map((down) => [left + width * across, top + height * down] as const),
    );
    return points.find(([px, py]) => document.elementFromPoint(px, py) === path)!;
  });
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + 50, y + 20, { steps: 5 });
  await mouse.move(x + 90, y + 40, { steps: 5 });
  await mouse.up();
  await expect.poll(async () => (await land()).x - start.x).toBeGreaterThan(75);
  await expect.poll(async () => (await land()).y - start.y).toBeGreaterThan(25);
  await settled(page);
  await expect(group).toHaveAttribute('transform', scale);
  await expect(draft).toHaveCount(0);
  await mouse.click(x + 90, y + 40);
  await expect(draft).toHaveCount(1);

  await mouse.wheel(0, -300);
  await expect.poll(async () => (await land()).width).toBeGreaterThan(start.width * 1.3);
  await expect(group).not.toHaveAttribute('transform', scale);
});
