import { busyDesk, compose, kenaraDesk, openDesk, order, productionDesk } from './desks';
import { expect, test } from './fixtures';
import type { Player } from './player';

/** The stamp on the offer, once every term of it has been judged. */
async function judged({ page }: Player, verdict: string): Promise<void> {
  await expect(page.locator('li.term')).not.toHaveCount(0);
  await expect(page.locator('li.term.blank')).toHaveCount(0);
  const stamp = page.getByRole('region', { name: 'Verdict on the offer' }).locator('span.stamp');
  await expect(stamp).toHaveText(verdict, { ignoreCase: true });
}

test('at the desk, the same words bind where she could build it anyway and do not where the deal would pay', async ({
  arrive,
}) => {
  const [rich, poor] = [await arrive('Ada'), await arrive('Ben')];
  const [first, second] = [await productionDesk(rich, 4), await productionDesk(poor, 0)];
  await compose(rich, first);
  await compose(poor, second);
  await judged(rich, 'binding');
  await judged(poor, 'non-binding');

  await rich.button('Send to Bob').click();
  await expect
    .poll(async () => (await rich.api('GET', `/tables/${first}/view?seat=1`)).view.own.received.length)
    .toBe(1);
});

test('a scribe’s seats hear of an offer as it happens, keep their drafts, and lose nothing with the line', async ({
  arrive,
}) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  await compose(ada, await productionDesk(ada, 4));
  const seat = (name: string) =>
    page.getByRole('group', { name: 'Seat' }).getByRole('button', { name: new RegExp(`^${name}`) });
  await seat('Bob').click();
  await expect(page.getByRole('article', { name: 'Bob' }).getByText('(you)')).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Term 1' })).toHaveCount(0);
  await seat('Ann').click();
  await expect(page.getByRole('combobox', { name: 'Unit of term 1' })).toHaveValue('dreadnought');
  await ada.button('Send to Bob').click();
  await expect(seat('Bob').getByText('1')).toBeVisible();

  await seat('Bob').click();
  await expect(
    page.getByRole('article', { name: 'Offer from Ann' }).getByText('Binding', { exact: true }),
  ).toBeVisible();
  await ada.breakLine();
  await ada.button('Accept').click();
  await expect(page.getByText(/^No connection since/)).toBeVisible();
  await ada.mendLine();
  await expect(page.getByText(/^No connection since/)).toHaveCount(0);
  await ada.tab('Journal');
  await expect(page.getByRole('log').getByText('strike a deal')).toHaveCount(1);
  await ada.answered();
  await expect(page.getByRole('log').getByText('strike a deal')).toHaveCount(1);
});

test('what no transaction is has a form, and a refusal says why in its place', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  await page.goto(`/t/${await busyDesk(ada)}`);
  const dialog = page.getByRole('dialog');
  await ada.button('Show cards').click();
  await dialog.getByLabel('Sabotage').check();
  await ada.button('Show them').click();
  await expect(dialog).toHaveCount(0);
  await ada.button(/^Use an ability/).click();
  await dialog.getByLabel('Ability or card').selectOption('black_market_dealings');
  await ada.button('Use it').click();
  await expect(dialog).toHaveCount(0);
  await ada.button('Hand over').click();
  await dialog.getByRole('button', { name: 'trade goods: one more' }).click();
  await ada.button('Hand it over').click();
  await expect(dialog).toHaveCount(0);
  await ada.button('Leave the game').click();
  await ada.button('Ann leaves for good').click();
  await expect(dialog.getByRole('alert').getByText('TI-100')).toBeVisible();
  await page.keyboard.press('Escape');

  const system = page.locator('.system[aria-label^="Vefut II"]');
  await system.click();
  await ada.button('Take away: ingress token').click();
  await expect(system).not.toHaveAttribute('aria-label', /ingress/);
  await page.getByText('Chart something here').click();
  await page.getByLabel('What lies here').selectOption({ label: 'Beta wormhole token' });
  await ada.button('Chart it').click();
  await expect(system).toHaveAttribute('aria-label', /beta wormhole token/);

  // Flagships are for those to move whose they are.
  await expect(page.getByLabel('What lies here').getByRole('option', { name: /Hil Colish|Memoria/ })).toHaveCount(0);
  const mecatol = page.locator('.system[aria-label^="Mecatol Rex"]');
  await mecatol.click();
  await expect(page.getByRole('list', { name: 'Charted here' })).toContainText('Hil Colish');
  await expect(ada.button('Take away: gamma wormhole token')).toBeVisible();
  await expect(ada.button('Take away: Hil Colish')).toHaveCount(0);
});

test('with whom there is no transaction now is said with the reason, until something lifts it', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  const players = [
    { name: 'Ann', faction: 'sol', trade_goods: 2 },
    { name: 'Bob', faction: 'letnev' },
  ];
  const id = await openDesk(ada, 'Apart', players, { prophecy_of_kings: false });
  await order(ada, id, 0, { type: 'set_moment', moment: { step: 'start_of_turn', active: 0, asked: null } });
  await page.goto(`/t/${id}`);
  const why = page.getByText(/^No transaction now\. They are not neighbours/);
  await expect(why).toBeVisible();
  await expect(why.getByRole('link', { name: /TI-08/ })).toBeVisible();
  const notes = page.getByRole('group', { name: 'You give' }).getByLabel('Promissory note');
  await expect(notes.getByRole('option', { name: 'Ann’s Ceasefire' })).toHaveCount(1);
  await expect(notes.getByRole('option', { name: /Alliance/ })).toHaveCount(0);
  await order(ada, id, 0, { type: 'declare', condition: 'age_of_commerce', begins: true });
  await expect(why).toHaveCount(0);
});

test('a promise takes the words that may still be said of it', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  const id = await productionDesk(ada, 4);
  const terms = [{ by: 0, act: { act: 'words', text: 'peace on the border' }, when: 'some_day' }];
  await order(ada, id, 0, { type: 'offer', to: 1, terms });
  await order(ada, id, 1, { type: 'accept', offer: { from: 0, number: 1 } });
  await page.goto(`/t/${id}`);
  await ada.tab('Ledger');
  const promises = page.getByRole('region', { name: 'Promises' });
  await expect(promises.getByText('promises: peace on the border, some day')).toBeVisible();
  await promises.getByRole('button', { name: 'Kept' }).click();
  await expect(promises.getByText('Ann says: kept')).toBeVisible();
  await expect(promises.getByRole('button', { name: 'Kept' })).toHaveCount(0);
  await expect(promises.getByRole('button', { name: 'Void' })).toBeVisible();
});

test('a third player sees a traded planet change hands, and Hacan’s units leave it', async ({ arrive }) => {
  const [ada, ben] = [await arrive('Ada'), await arrive('Ben')];
  const cleo = await arrive('Cleo', { size: 'phone', theme: 'light' });
  const table = await kenaraDesk([ada, ben, cleo]);
  await cleo.page.goto(`/t/${table}`);
  await cleo.tab('Galaxy');
  const lodor = cleo.page.locator('.system[aria-label^="Lodor"]');
  await expect(lodor).toHaveAttribute('aria-label', /Lodor of Ann; units of Ann/);

  const terms = [{ by: 0, act: { act: 'transfer', goods: { planets: ['Lodor'] } }, when: 'now' }];
  await order(ada, table, 0, { type: 'offer', to: 1, terms });
  await ben.page.goto(`/t/${table}`);
  await ben.page.getByRole('article', { name: 'Offer from Ann' }).getByRole('button', { name: 'Accept' }).click();
  for (const { page } of [cleo, ben]) {
    const seen = page.locator('.system[aria-label^="Lodor"]');
    await expect(seen).toHaveAttribute('aria-label', /Lodor of Bob/);
    await expect(seen).not.toHaveAttribute('aria-label', /Ann/);
  }
  const rows = cleo.page.getByRole('region', { name: 'Neighbours' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Ann' }).filter({ hasText: 'nobody' })).toBeVisible();
  await expect(rows.filter({ hasText: 'Bob' }).filter({ hasText: 'Lodor touches Mecatol Rex' }).first()).toBeVisible();
});
