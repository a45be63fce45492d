import { expect, test } from './fixtures';

test('a study is chosen in the lobby and marked there and at the table', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  const table = await ada.gather({ map: 'wherrymouth', seats: 3 });
  await page.goto(`/t/${table}`);
  await expect(page.getByRole('radio', { name: 'Binding' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: /^Study/ }).check();
  await page.getByText('Binding', { exact: true }).click();
  await expect(page.getByText('Study · binding agreements')).toBeVisible();
  await page.getByRole('checkbox', { name: /^Signals/ }).uncheck();
  await expect(page.getByText('Study · binding agreements · no signals')).toBeVisible();
  await ada.button(/^Start/).click();
  await expect(page.locator('.board')).toBeVisible();
  await expect(page.getByText('Study · binding agreements · no signals')).toBeVisible();
});
