import { expect, test } from './fixtures';

test('the first lesson teaches a deploy, an attack, the back room and a signal while they are done', async ({
  arrive,
}) => {
  const ada = await arrive('Ada');
  const { page } = ada;
  await page.goto('/');
  await ada.button(/First time/).click();
  const lesson = page.getByRole('group', { name: 'Lesson' });
  const step = (title: string) => expect(lesson.getByRole('heading', { name: title })).toBeVisible();
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
  await page.getByLabel('What to say').selectOption({ label: 'Greetings' });
  await ada.button('Send to everyone').click();
  await step('That is all you need');
  await lesson.getByRole('button', { name: 'Play on' }).click();
  await expect(lesson).toBeHidden();
});
