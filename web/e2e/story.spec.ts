/** What happens to me: the report, the goal, the zones and the log. */
import { inspect } from './audit';
import { expect, test, type Size } from './fixtures';
import type { Player } from './player';

for (const size of ['desk', 'phone'] as Size[]) {
  test(`on a ${size}, a turn begins with what happened since the last one`, async ({ arrive }) => {
    const ada = await arrive('Ada', { size });
    const { page } = ada;
    await ada.solo({ seats: 4, settings: { fog: false } });
    const report = page.getByRole('region', { name: 'While you were away' });
    // Soldiers attack when it pays, which may take them a round or two.
    do {
      await ada.passTurn();
      await ada.myTurn();
    } while (!(await report.isVisible()) || (await page.locator('.strike').count()) === 0);
    await inspect(page, 'the report');
    const arrows = await page.locator('.strike').count();
    await report.getByRole('button', { name: 'Play it on the map' }).click();
    if (arrows > 1) await expect(page.locator('.strike')).toHaveCount(1);
    await expect(page.locator('.strike')).toHaveCount(arrows);
    await report.getByRole('button', { name: 'Close the report' }).click();
    await expect(report).toHaveCount(0);
    await expect(page.locator('.strike')).toHaveCount(0);
  });

  test(`on a ${size}, one always sees what wins, how far everybody is, and who holds the zones`, async ({ arrive }) => {
    const ada = await arrive('Ada', { size, theme: 'light' });
    const { page } = ada;
    await ada.solo({ settings: { map_share: 40, round_limit: 12 } });
    await ada.myTurn();
    const line = page.getByRole('region', { name: 'What wins' });
    await expect(line).toContainText('best score after round 12');
    await expect(line, 'a threat does not replace what wins').toContainText(/last one standing/);
    await expect(page.locator('.round .label')).toBeVisible();
    await ada.button('Goal & zones').click();
    const goal = page.getByRole('dialog', { name: 'What wins' });
    await expect(goal.getByText('7 of 16 territories')).toBeVisible();
    await expect(goal.getByText(/round 1 of 12: 12 rounds left/)).toBeVisible();
    await expect(goal.getByRole('row')).toHaveCount(4);
    await expect(goal.getByRole('columnheader', { name: 'Score' })).toBeVisible();
    await inspect(page, 'the goal');
    await goal.getByRole('link', { name: 'Rule BC-903' }).last().click();
    await expect(page.getByRole('complementary', { name: 'Rule BC-903' })).toContainText(/score/);
    await expect(page).toHaveURL(/\/t\//);
    await page.keyboard.press('Escape');
    await expect(goal, 'only the rule is closed').toBeVisible();
    await goal.getByRole('button', { name: 'The Quays' }).click();
    await expect(goal).toHaveCount(0);
    await expect(page.locator('.pulse')).toHaveCount(3);
  });
}

test('whoever is about to win is named above the map', async ({ arrive }) => {
  const ada = await arrive('Ada');
  // Six of sixteen win, and everybody starts with five or six.
  await ada.solo({ settings: { map_share: 38 } });
  await ada.myTurn();
  await expect(ada.page.getByRole('status').filter({ hasText: /win/ })).toBeVisible();
});

test('the log tells a turn in one line that opens, and every filter has what it says', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  await ada.solo({ map: 'passes-of-sarn', seats: 5, settings: { fog: false } });
  const log = page.getByRole('log');
  const moves = page.getByRole('button', { name: /^All \d+ moves/ });
  // Soldiers attack when it pays, which may take them a round or two.
  do {
    await ada.passTurn();
    await ada.myTurn();
  } while ((await log.locator('[data-n]').filter({ has: moves }).count()) === 0);
  const round = log.getByText(/^Round \d+/).last();
  const turn = log.locator('[data-n]').filter({ has: moves }).last();
  await expect(turn.locator('.parts')).toHaveCount(0);
  await turn.getByRole('button', { name: /^All/ }).click();
  await expect(turn.locator('.parts .line').first()).toBeVisible();
  expect(await turn.locator('.parts .line').count()).toBeGreaterThan(2);

  const show = (name: string) =>
    page.getByRole('group', { name: 'Show in the log' }).getByRole('button', { name }).click();
  await show('Deals');
  await expect(round).toBeVisible();
  await expect(log.getByText(/draws|to deploy|plays/)).toHaveCount(0);
  await show('Public');
  await expect(log.getByText(/It is the turn of|ends the turn/)).toHaveCount(0);
  await show('Combat');
  await expect(round).toBeVisible();
});

/** Plays the shortest of turns for whoever's turn it is, without a browser. */
async function passQuietly(players: Player[], table: string): Promise<void> {
  const { view } = await players[0]!.api('GET', `/tables/${table}/view`);
  const player = players[view.turn]!;
  for (let tries = 0; tries < 12; tries += 1) {
    const { options } = await player.api('GET', `/tables/${table}/view`);
    const [placing] = options.deploy;
    const command = placing
      ? { type: 'deploy', to: placing.on, troops: placing.most }
      : { type: options.end_attack ? 'end_attack' : options.end_turn ? 'end_turn' : 'pass' };
    await player.api('POST', `/tables/${table}/commands`, { id: crypto.randomUUID(), command });
    if (command.type === 'pass') return;
  }
}

test('after a reload the signals of long ago are there at once', async ({ arrive }) => {
  const [ada, ben, cleo] = [await arrive('Ada'), await arrive('Ben'), await arrive('Cleo')];
  const { page } = ada;
  const game = { ruleset: 'backchannel', map: 'wherrymouth', seats: 3 };
  const { id } = await ada.api('POST', '/tables', { title: 'Three', game });
  for (const player of [ben, cleo]) await player.api('POST', `/tables/${id}/seats`, {});
  await ada.api('POST', `/tables/${id}/start`);
  await ada.open(id);
  await ada.tab('Signals');
  await page.getByLabel('What to say').selectOption({ label: 'Greetings' });
  await ada.button('Send to everyone').click();
  const said = page.getByRole('region', { name: 'Signals' }).getByText('Greetings');
  await expect(said).toBeVisible();

  const isRecent = async () => {
    const { log } = await ada.api('GET', `/tables/${id}/view`);
    return log.some(({ notice }: { notice: { type: string } }) => notice.type === 'signalled');
  };
  for (let turns = 0; turns < 110 && (await isRecent()); turns += 1) await passQuietly([ada, ben, cleo], id);
  expect(await isRecent()).toBe(false);
  await page.reload();
  await ada.tab('Signals');
  await expect(said).toBeVisible();
});
