import { audit } from './audit';
import { busyDesk, compose, productionDesk } from './desks';
import { expect, test, type Size } from './fixtures';

for (const size of ['desk', 'phone'] satisfies Size[]) {
  test.describe(`on a ${size}, by night and by day,`, () => {
    test('setting up a desk fits and satisfies axe', async ({ arrive }) => {
      const ada = await arrive('Ada', { size });
      const { page } = ada;
      await page.goto('/desk');
      await page.getByText('What the rules leave open').click();
      await audit(page, 'set-up by hand');
      await page.getByText('Map', { exact: true }).click();
      await ada.button('A sample for 6').click();
      await expect(page.getByText('6 places for homes')).toBeVisible();
      await audit(page, 'set-up with a map');
      await page.getByText('Everybody on their own device').click();
      await ada.button('Gather the table').click();
      await expect(page.getByRole('heading', { name: 'Seats' })).toBeVisible();
      await audit(page, 'lobby');
    });

    test('asking the judge fits and satisfies axe', async ({ arrive }) => {
      const ada = await arrive('Ada', { size });
      const { page } = ada;
      await page.goto('/judge');
      await expect(page.locator('.stamp').first()).toBeVisible();
      await ada.button('+ cards, abilities, notes').first().click();
      await audit(page, 'judge');
      await page.getByText('JSON', { exact: true }).click();
      await audit(page, 'judge as JSON');
      await ada.button('Worked examples').click();
      await expect(page.getByRole('dialog').locator('.stamp').first()).toBeVisible();
      await audit(page, 'examples');
    });

    test('every panel of a desk fits and satisfies axe', async ({ arrive }) => {
      const ada = await arrive('Ada', { size });
      const { page } = ada;
      await page.goto(`/t/${await busyDesk(ada)}`);
      await expect(page.getByText('Binding', { exact: true }).first()).toBeVisible();
      await audit(page, 'an offer');
      await ada.tab('Galaxy');
      await page.locator('.system[aria-label^="Mecatol Rex"]').click();
      await page.getByText('Chart something here').click();
      await audit(page, 'galaxy');
      await ada.button('Large map').click();
      await audit(page, 'large map');
      await page.keyboard.press('Escape');
      for (const tab of ['Ledger', 'Journal']) {
        await ada.tab(tab);
        await audit(page, tab);
      }
      if (size === 'phone') {
        await ada.tab('Players');
        await audit(page, 'players');
      }
    });

    test('every form of a desk fits and satisfies axe', async ({ arrive }) => {
      const ada = await arrive('Ada', { size });
      const { page } = ada;
      await page.goto(`/t/${await busyDesk(ada)}`);
      if (size === 'phone') await ada.tab('Players');
      for (const form of [
        'Book an entry',
        'Report a deed',
        /^Use an ability/,
        'Hand over',
        'Show cards',
        'Leave the game',
        'Set the moment',
      ]) {
        await ada.button(form).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await audit(page, String(form));
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    });

    test('the composer with its verdict fits and satisfies axe', async ({ arrive }) => {
      const ada = await arrive('Ada', { size });
      await compose(ada, await productionDesk(ada, 0));
      await expect(ada.button('Keep only what binds')).toBeVisible();
      await audit(ada.page, 'composer');
      await ada.page.getByText('Transaction', { exact: true }).click();
      await audit(ada.page, 'transaction');
    });
  });
}
