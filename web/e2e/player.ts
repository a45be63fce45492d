/** Somebody in front of a browser. */
import { expect, type Locator, type Page } from '@playwright/test';

export class Player {
  constructor(
    readonly page: Page,
    readonly name: string,
  ) {}

  /** What the server answers; each test knows what it asked for. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async api(method: string, path: string, data?: unknown): Promise<any> {
    const { request } = this.page.context();
    const answer = await request.fetch(`/api/v1${path}`, {
      method,
      data,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const text = await answer.text();
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${text}`);
    return text ? JSON.parse(text) : null;
  }

  /** Opens a table with bots on all other seats. */
  async gather(game: Record<string, unknown> = {}): Promise<string> {
    const { id, seats } = await this.api('POST', '/tables', {
      title: 'A test',
      bot_pace_ms: 0,
      game: { ruleset: 'backchannel', map: 'wherrymouth', seats: 3, ...game },
    });
    for (const { seat } of seats.slice(1)) await this.api('PUT', `/tables/${id}/seats/${seat}/bot`, { bot: 'soldier' });
    return id;
  }

  /** Opens such a table and starts it. */
  async solo(game: Record<string, unknown> = {}): Promise<string> {
    const table = await this.gather(game);
    await this.api('POST', `/tables/${table}/start`);
    await this.open(table);
    return table;
  }

  /** A short game that bots play among themselves, over when this returns; somebody only owns it. */
  async finished(settings: Record<string, unknown> = {}, bots = ['soldier']): Promise<{ id: string; invite: string }> {
    const game = { ruleset: 'backchannel', map: 'wherrymouth', seats: 3, settings: { round_limit: 3 } };
    const { id, seats, invite } = await this.api('POST', '/tables', {
      title: 'A test',
      bot_pace_ms: 0,
      game,
      ...settings,
    });
    await this.api('DELETE', `/tables/${id}/seats/0`);
    for (const { seat } of seats)
      await this.api('PUT', `/tables/${id}/seats/${seat}/bot`, { bot: bots[seat % bots.length] });
    await this.api('POST', `/tables/${id}/start`);
    await expect
      .poll(async () => (await this.api('GET', `/tables/${id}`)).standing, 'the bots come to an end')
      .toBe('over');
    return { id, invite };
  }

  async open(table: string): Promise<void> {
    await this.page.goto(`/t/${table}`);
    await expect(this.page.locator('.board')).toBeVisible();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { name, exact: typeof name === 'string' });
  }

  async tab(name: string): Promise<void> {
    const nav = this.page.locator('nav[aria-label=Desk] button', { hasText: name });
    const tab = this.page.getByRole('tab', { name: new RegExp(name) });
    await expect(nav.or(tab)).toBeVisible();
    if (await tab.isVisible()) await tab.click();
    else if ((await nav.getAttribute('aria-expanded')) !== 'true') await nav.click();
  }

  /** Waits until it is this player's turn, or the game is over, for as long as the others keep playing. */
  async myTurn(): Promise<void> {
    const bar = this.page.locator('.turn .what');
    for (;;) {
      const now = (await bar.textContent()) ?? '';
      if (/^(Your move|The war is over)/.test(now)) return;
      await expect(bar, `${this.name} waits for a turn`).not.toHaveText(now);
    }
  }

  /** Territories of which the list beside the map says so. */
  places(what: RegExp): Locator {
    return this.page.locator('[aria-label^="Territories."] button').filter({ hasText: what });
  }

  async choose(what: RegExp): Promise<void> {
    await this.places(what).first().dispatchEvent('click');
  }

  async isOver(): Promise<boolean> {
    return this.button('Open the record').isVisible();
  }

  /** The report of what happened meanwhile stands above it, with a heading of its own. */
  phase(): Promise<string> {
    return this.page.locator('.orders h2').last().innerText();
  }

  async deploy(): Promise<void> {
    await this.choose(/can be chosen/);
    const all = this.page.locator('button.all');
    if (await all.isEnabled()) await all.click();
    await this.button(/^Send/).click();
    await this.answered();
  }

  /** Attacks as before, or else from the first territory that can, if any can. */
  async attack(): Promise<boolean> {
    const [aimed, targets] = [this.button('Attack'), this.places(/can be attacked/)];
    if ((await targets.count()) === 0) {
      if ((await this.places(/can be chosen/).count()) === 0) return false;
      await this.choose(/can be chosen/);
    }
    if (!(await aimed.isVisible())) await this.choose(/can be attacked/);
    await aimed.click();
    return true;
  }

  /** Plays on until the back room: places everything, attacks if told to, and makes no move. */
  async playToBackRoom(attacks = 0): Promise<void> {
    await this.myTurn();
    await this.tab('Orders');
    for (let left = attacks, tries = 0; tries < 60; tries += 1) {
      if (await this.isOver()) return;
      const phase = await this.phase();
      if (/back room/i.test(phase)) return;
      if (/^deploy/i.test(phase)) await this.deploy();
      else if (/^attack/i.test(phase)) {
        if (left <= 0 || !(await this.attack())) await this.button('Done attacking').click();
        left -= 1;
      } else if (/^move in/i.test(phase)) await this.button(/^Move in with/).click();
      else if (/^reinforce/i.test(phase)) await this.button('End the turn without a move').click();
      await this.answered();
    }
    throw new Error(`${this.name} does not get to the back room: ${await this.phase()}`);
  }

  /** What was sent has been answered, and what is shown is what came of it. */
  async answered(): Promise<void> {
    await expect(this.page.locator('[aria-busy=true]')).toHaveCount(0);
  }

  async passTurn(attacks = 0): Promise<void> {
    await this.playToBackRoom(attacks);
    if (await this.isOver()) return;
    await this.button('Pass').click();
    await this.answered();
  }

  /**
   * From here on every command is sent, and the line breaks before it is answered; there is no other until
   * it is mended.
   */
  async breakLine(): Promise<void> {
    await this.page.evaluate(() => {
      const Line = WebSocket;
      const { send } = Line.prototype;
      class NoLine extends Line {
        constructor() {
          super(`${location.origin.replace('http', 'ws')}/nowhere`);
        }
      }
      Line.prototype.send = function (this: WebSocket, data) {
        send.call(this, data);
        if (!String(data).includes('"command"')) return;
        window.WebSocket = NoLine;
        this.close();
      };
      Object.assign(window, {
        mendLine: () => {
          window.WebSocket = Line;
          Line.prototype.send = send;
        },
      });
    });
  }

  mendLine(): Promise<void> {
    return this.page.evaluate(() => (window as unknown as { mendLine: () => void }).mendLine());
  }
}
