/** Small things that were wrong once. */
import { expect, test } from './fixtures';

test('the switch of the light does something at every click, also on a dark system', async ({ stranger }) => {
  const page = await stranger({ theme: 'dark' });
  await page.goto('/');
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  const button = page.getByRole('button', { name: /^Theme:/ }).first();
  await button.click();
  await expect.poll(scheme).toBe('light');
  await button.click();
  await expect(button).toHaveAccessibleName(/Theme: dark/);
});

test('every page is found at its address', async ({ stranger }) => {
  const page = await stranger();
  for (const path of ['/', '/daily', '/lesson', '/ledger', '/screen/none', '/t/none', '/manual/backchannel'])
    expect((await page.goto(path))?.status(), path).toBe(200);
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
});

test('a guest reads what the table has agreed on', async ({ arrive }) => {
  const [ada, ben] = [await arrive('Ada'), await arrive('Ben')];
  const game = { ruleset: 'backchannel', map: 'wherrymouth', seats: 3 };
  const { id } = await ada.api('POST', '/tables', { title: 'Three', game });
  await ben.page.goto(`/t/${id}`);
  const chosen = ben.page.locator('label.chosen', { hasText: 'Open' });
  await expect(chosen).toHaveCSS('text-decoration-line', 'none');
  const [ink, ground] = await chosen.evaluate((label) => {
    const { color, backgroundColor } = getComputedStyle(label);
    return [color, backgroundColor];
  });
  expect(ink).not.toBe(ground);
});

test('on a phone the tools of the map cover it only while they are wanted', async ({ arrive }) => {
  const ada = await arrive('Ada', { size: 'phone' });
  await ada.solo();
  await expect(ada.button('Zoom in')).toHaveCount(0);
  await ada.button('Map tools').click();
  await expect(ada.button('Zoom in')).toBeVisible();
  await ada.button('Map tools').click();
  await expect(ada.button('Zoom in')).toHaveCount(0);
});

test('names can be read at first sight on the largest map, and what a link points at comes into sight', async ({
  arrive,
}) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  const id = await ada.gather({ map: 'broken-empire', seats: 8 });
  await ada.api('POST', `/tables/${id}/start`);
  await ada.open(id);
  const name = page.locator('.counter .name').first();
  await expect(name).toBeVisible();
  await expect.poll(async () => (await name.boundingBox())?.height ?? 0).toBeGreaterThan(9);
  const own = page.locator('.pulse').first();
  for (let clicks = 0; clicks < 4; clicks += 1) await ada.button('Zoom in').click();
  await page.getByRole('region', { name: 'Players' }).getByRole('button', { name: /Ada/ }).click();
  await expect(own).toBeInViewport();
});

test('a table that is called like its map is not called twice', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { id } = await ada.finished({ title: 'Wherrymouth' });
  await ada.page.goto(`/t/${id}`);
  await expect(ada.page.getByText(/^Wherrymouth · round/i)).toBeVisible();
});
