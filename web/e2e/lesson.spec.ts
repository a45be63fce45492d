import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, URL } from './browser';
import { Player } from './player';

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

test('the first lesson teaches a deploy, an attack, the back room and a signal while they are done', async () => {
  const ada = await Player.arrive(browser, 'Ada');
  await ada.page.goto(URL());
  await ada.button(/First time/).click();
  const lesson = ada.page.getByRole('group', { name: 'Lesson' });
  const step = (title: string) => lesson.getByRole('heading', { name: title }).waitFor({ timeout: 60_000 });
  await step('This is the war');
  await lesson.getByRole('button', { name: 'Next' }).click();
  await step('Deploy');
  await ada.myTurn();
  await ada.deploy();
  await step('Choose a fight');
  await ada.choose(/can be chosen/);
  await ada.choose(/can be attacked/);
  await step('Roll');
  await ada.button('Attack').click();
  await step('Go on, or stop');
  await ada.playToBackRoom();
  await step('The back room');
  await ada.button('Pass').click();
  await step('Say something');
  await ada.page.getByLabel('What to say').selectOption({ label: 'Greetings' });
  await ada.button('Send to everyone').click();
  await step('That is all you need');
  await lesson.getByRole('button', { name: 'Play on' }).click();
  await lesson.waitFor({ state: 'detached' });
  expect(ada.errors).toEqual([]);
  await ada.leave();
});
