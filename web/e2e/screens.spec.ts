import { inspect } from './audit';
import { expect, test, type Arrival } from './fixtures';
import type { Player } from './player';

const WAYS: Required<Omit<Arrival, 'motion'>>[] = [
  { size: 'desk', theme: 'dark' },
  { size: 'desk', theme: 'light' },
  { size: 'phone', theme: 'dark' },
  { size: 'phone', theme: 'light' },
];

async function visit({ page }: Player, path: string, there: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator(there).first()).toBeVisible();
  await inspect(page, path);
}

for (const how of WAYS) {
  test.describe(`on a ${how.size}, ${how.theme},`, () => {
    test('every page fits and satisfies axe', async ({ arrive }) => {
      const ada = await arrive('Ada', how);
      await visit(ada, '/', '.hero');
      await visit(ada, '/manual/backchannel#BC-504', 'article.marked');
      await visit(ada, '/account', 'h1');
      await visit(ada, '/recover', 'h1');
      await visit(ada, '/nowhere', '.lost');
      await visit(ada, '/manual/twilight#TI-77', 'article.marked');
      const game = { ruleset: 'backchannel', map: 'trade-wind-sea', seats: 5 };
      const { id } = await ada.api('POST', '/tables', { title: 'Lobby', game });
      await visit(ada, `/t/${id}`, '.lobby');

      await ada.api('DELETE', '/session');
      await ada.page.goto('/');
      await ada.button('Play now').click();
      await expect(ada.button(/^Normal/)).toBeVisible();
      await inspect(ada.page, 'level');
      await ada.button(/^Normal/).click();
      await expect(ada.page.getByLabel('Your name at the table')).toBeVisible();
      await inspect(ada.page, 'name');
    });

    test('the record and the replay of a game that is over fit and satisfy axe', async ({ arrive }) => {
      const { id } = await (await arrive('Owner')).finished();
      const ada = await arrive('Ada', how);
      await visit(ada, `/t/${id}`, '.charts');
      await visit(ada, `/t/${id}?replay=30`, '.scrubber');
    });

    test('every part of a table fits and satisfies axe', async ({ arrive }) => {
      const ada = await arrive('Ada', how);
      const { page } = ada;
      await ada.solo();
      await ada.myTurn();
      await inspect(page, 'deploy');
      await ada.deploy();
      await expect(ada.heading('Attack')).toBeVisible();
      await ada.choose(/can be chosen/);
      await ada.choose(/can be attacked/);
      await expect(ada.button('Attack')).toBeVisible();
      await inspect(page, 'attack');
      await ada.playToBackRoom();
      await inspect(page, 'back room');
      for (const tab of ['Deals', 'Signals', ...(how.size === 'phone' ? ['Log', 'Seats'] : [])]) {
        await ada.tab(tab);
        await inspect(page, tab);
      }
      await ada.button('Menu').click();
      await inspect(page, 'menu');
    });
  });
}
