import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from './audit';
import { expect, test, type Arrival } from './fixtures';
import type { Player } from './player';
import { leagueReport } from './server';

const WAYS: Required<Omit<Arrival, 'motion'>>[] = [
  { size: 'desk', theme: 'dark' },
  { size: 'desk', theme: 'light' },
  { size: 'phone', theme: 'dark' },
  { size: 'phone', theme: 'light' },
];
const NEGOTIATORS = ['envoy', 'turncoat', 'broker'];
const ROUNDS = { game: { ruleset: 'backchannel', map: 'wherrymouth', seats: 3, settings: { round_limit: 12 } } };

/** A finished game of negotiators in which somebody made a proposal and somebody’s word was put to the test. */
async function negotiated(owner: Player): Promise<{ id: string; toward: { seat: number }[] }> {
  for (let tries = 0; tries < 10; tries += 1) {
    const { id } = await owner.finished(ROUNDS, NEGOTIATORS);
    const { toward } = await owner.api('GET', `/tables/${id}/honours`);
    if (toward.length > 0) return { id, toward };
  }
  throw new Error('in ten games nobody made a deal or a promise');
}

interface Told {
  seq: number;
  by?: { step: number; hand: string };
  log: { line: { text: string }[] }[];
}

/** The first step of a replay whose log says so. */
async function stepWhere(player: Player, table: string, said: RegExp): Promise<number> {
  const [, ...news] = (await player.api('GET', `/tables/${table}/history`)) as Told[];
  const text = ({ log }: Told) => log.map(({ line }) => line.map((piece) => piece.text).join('')).join(' ');
  const step = news.findIndex((each) => each.by?.hand === 'bot' && said.test(text(each)));
  expect(step, `a step that says ${said}`).toBeGreaterThanOrEqual(0);
  return step + 1;
}

for (const how of WAYS) {
  test.describe(`on a ${how.size}, ${how.theme},`, () => {
    test('a replay tells why a bot made a proposal', async ({ arrive }, info) => {
      const ada = await arrive('Ada', how);
      const { page } = ada;
      const { id } = await negotiated(ada);
      const step = await stepWhere(ada, id, / proposes /);
      await page.goto(`/t/${id}?replay=${step}`);
      await ada.button(/^Why did .* do that\?$/).click();
      const why = page.getByRole('region', { name: 'Why did they do that?' });
      await expect(why.getByText(/valued its position at [\d.-]+ troops/)).toBeVisible();
      await expect(why.getByText(/% likely that .* would keep their word/)).toBeVisible();
      await expect(why.getByRole('heading', { name: 'What it weighed' })).toBeVisible();
      await inspect(page, 'why');
      await page.screenshot({ path: info.outputPath('why.png') });
    });

    test('the record names kept and broken words by opponent', async ({ arrive }, info) => {
      const ada = await arrive('Ada', how);
      const { page } = ada;
      const { id, toward } = await negotiated(ada);
      await page.goto(`/t/${id}`);
      const record = page.getByRole('region', { name: 'Whose word was good to whom' });
      await expect(record.getByRole('rowheader', { name: /^to / }).first()).toBeVisible();
      const { seats } = await ada.api('GET', `/tables/${id}`);
      for (const seat of new Set(toward.map((row) => row.seat)))
        await expect(record.getByText(seats[seat].holder.bot, { exact: true })).toBeVisible();
      await inspect(page, 'record');
      await record.scrollIntoViewIfNeeded();
      await page.screenshot({ path: info.outputPath('record.png'), fullPage: true });
    });

    test('the arena shows a report', async ({ arrive, server }, info) => {
      test.skip(!server.reports, 'a server of somebody else');
      const file = join(server.reports!, 'Spring league.json');
      writeFileSync(file, leagueReport());
      try {
        const ada = await arrive('Ada', how);
        const { page } = ada;
        await page.goto('/');
        await page.getByRole('link', { name: 'See who betrays whom' }).click();
        await inspect(page, 'arena');
        await page.screenshot({ path: info.outputPath('arena.png'), fullPage: true });
        await page.getByRole('link', { name: /Spring league/ }).click();
        const ratings = page.getByRole('region', { name: 'Ratings' });
        await expect(ratings.getByRole('listitem')).toHaveCount(4);
        for (const sheet of ['Wins', 'Seats', 'Wins by map', 'Deals offered', 'Deals kept'])
          await expect(page.getByRole('region', { name: sheet, exact: true })).toBeVisible();
        await expect(page.getByRole('region', { name: 'Who betrays whom', exact: true })).toBeVisible();
        await inspect(page, 'report');
        await page.screenshot({ path: info.outputPath('report.png'), fullPage: true });
      } finally {
        rmSync(file);
      }
    });
  });
}

test('why is asked and closed by keyboard alone', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  const { id } = await negotiated(ada);
  await page.goto(`/t/${id}?replay=${await stepWhere(ada, id, / proposes /)}`);
  const ask = ada.button(/^Why did .* do that\?$/);
  await ask.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/valued its position at/)).toBeVisible();
  await ada.button('Close the reasons').focus();
  await page.keyboard.press('Enter');
  await expect(ask).toBeFocused();
});

test('a bot without reasons says so, and a person is not asked', async ({ arrive }) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  const { id } = await ada.finished();
  await page.goto(`/t/${id}?replay=0`);
  await expect(page.locator('.scrubber')).toBeVisible();
  await expect(ada.button(/^Why did/)).toHaveCount(0);
  await page.goto(`/t/${id}?replay=${await stepWhere(ada, id, /deploys/)}`);
  await ada.button(/^Why did/).click();
  await expect(page.getByText('This bot does not record what it weighs.')).toBeVisible();
});

test('nothing leads to an empty arena, and a broken file is named beside the others', async ({ arrive, server }) => {
  test.skip(!server.reports, 'a server of somebody else');
  const ada = await arrive('Ada');
  const { page } = ada;
  const asked = page.waitForResponse(/\/reports$/);
  await page.goto('/');
  await (await asked).finished();
  await expect(ada.heading('How to play')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See who betrays whom' })).toHaveCount(0);
  await page.goto('/arena');
  await expect(page.getByText('The host shows no reports at the moment.')).toBeVisible();

  const files = ['half.json', 'whole.json'].map((name) => join(server.reports!, name));
  const report = leagueReport();
  writeFileSync(files[0]!, report.slice(0, 400));
  writeFileSync(files[1]!, report);
  try {
    await page.goto('/arena');
    await expect(page.getByText(/This report cannot be shown. It is not a report/)).toBeVisible();
    await page.getByRole('link', { name: /whole/ }).click();
    await expect(page.getByRole('region', { name: 'Ratings' })).toBeVisible();
    await page.goto('/arena/half');
    await expect(page.getByRole('alert')).toContainText('It is not a report');
    await page.goto('/arena/..%2F..%2Fserver');
    await expect(page.getByRole('alert')).toContainText('There is no such report.');
  } finally {
    files.forEach((file) => rmSync(file));
  }
});
