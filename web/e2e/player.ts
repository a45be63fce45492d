/** Somebody in front of a browser. */
import type { Browser, Locator, Page } from 'playwright-core';
import { URL } from './browser';

export type Size = 'desk' | 'phone';
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

interface Arrival {
  size?: Size;
  theme?: 'dark' | 'light';
  bypassCSP?: boolean;
}

export class Player {
  readonly errors: string[] = [];

  private constructor(
    readonly page: Page,
    readonly name: string,
  ) {
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => this.errors.push(error.message));
  }

  static async arrive(browser: Browser, name: string, { size = 'desk', theme = 'dark', bypassCSP = false }: Arrival = {}) {
    const context = await browser.newContext({
      viewport: SIZES[size], colorScheme: theme, hasTouch: size === 'phone', bypassCSP, reducedMotion: 'reduce',
    });
    const player = new Player(await context.newPage(), name);
    await player.page.goto(URL());
    await player.api('POST', '/guests', { name });
    return player;
  }

  async api<T = any>(method: string, path: string, body?: unknown): Promise<T> {
    return this.page.evaluate(
      async ([how, where, what]) => {
        const answer = await fetch(`/api/v1${where}`, {
          method: how as string,
          headers: { 'content-type': 'application/json' },
          body: what === undefined ? undefined : JSON.stringify(what),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${how} ${where}: ${answer.status} ${text}`);
        return text ? JSON.parse(text) : null;
      },
      [method, path, body] as const,
    );
  }

  /** Opens a table with bots on all other seats and starts it. */
  async solo(settings: Record<string, unknown> = {}, game: Record<string, unknown> = {}): Promise<string> {
    const table = await this.api('POST', '/tables', {
      title: 'A test', bot_pace_ms: 0, ...settings, game: { ruleset: 'backchannel', map: 'wherrymouth', seats: 3, ...game },
    });
    for (const place of table.seats.slice(1)) await this.api('PUT', `/tables/${table.id}/seats/${place.seat}/bot`, { bot: 'soldier' });
    await this.api('POST', `/tables/${table.id}/start`);
    await this.open(table.id);
    return table.id;
  }

  /** A short game that bots play among themselves, over when this returns; somebody only owns it. */
  async finished(settings: Record<string, unknown> = {}): Promise<{ id: string; invite: string }> {
    const game = { ruleset: 'backchannel', map: 'wherrymouth', seats: 3, settings: { round_limit: 3 } };
    const { id, seats, invite } = await this.api('POST', '/tables', { title: 'A test', bot_pace_ms: 0, ...settings, game });
    await this.api('DELETE', `/tables/${id}/seats/0`);
    for (const { seat } of seats) await this.api('PUT', `/tables/${id}/seats/${seat}/bot`, { bot: 'soldier' });
    await this.api('POST', `/tables/${id}/start`);
    for (let tries = 0; (await this.api('GET', `/tables/${id}`)).standing !== 'over'; tries += 1) {
      if (tries > 300) throw new Error('the bots do not come to an end');
      await this.page.waitForTimeout(100);
    }
    return { id, invite };
  }

  async open(table: string): Promise<void> {
    await this.page.goto(`${URL()}/t/${table}`);
    await this.page.locator('.board').waitFor();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  async tab(name: string): Promise<void> {
    const nav = this.page.locator('nav[aria-label=Desk] button', { hasText: name });
    if (await nav.count()) {
      if ((await nav.getAttribute('aria-expanded')) !== 'true') await nav.click();
    } else await this.page.getByRole('tab', { name: new RegExp(name) }).click();
  }

  async myTurn(): Promise<void> {
    await this.page.waitForFunction(() => document.title.startsWith('●') || document.querySelector('main .over[role=status]'), null, { timeout: 60_000 });
  }

  /** Chooses a territory by what the list beside the map says of it. */
  async choose(what: RegExp): Promise<boolean> {
    const places = this.page.locator('[aria-label^="Territories."] button').filter({ hasText: what });
    if ((await places.count()) === 0) return false;
    await places.first().evaluate((button: HTMLElement) => button.click());
    return true;
  }

  async isOver(): Promise<boolean> {
    return (await this.button('Open the record').count()) > 0;
  }

  phase(): Promise<string> {
    return this.page.locator('.orders h2').first().innerText();
  }

  async deploy(): Promise<void> {
    await this.choose(/can be chosen/);
    const all = this.page.locator('button.all');
    if (await all.isEnabled()) await all.click();
    await this.button(/^Send/).click();
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
        const may = left > 0 && (await this.choose(/can be chosen/)) && (await this.choose(/can be attacked/));
        if (may) await this.button('Attack').click();
        else await this.button('Done attacking').click();
        left -= 1;
      } else if (/^move in/i.test(phase)) await this.button(/^Move in with/).click();
      else if (/^reinforce/i.test(phase)) await this.button('End the turn without a move').click();
      await this.answered();
    }
    throw new Error(`${this.name} does not get to the back room: ${await this.phase()}`);
  }

  /** Nothing that was sent is still on its way. */
  async answered(): Promise<void> {
    await this.page.waitForTimeout(50);
    await this.page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
    await this.page.waitForTimeout(50);
  }

  async passTurn(attacks = 0): Promise<void> {
    await this.playToBackRoom(attacks);
    if (await this.isOver()) return;
    await this.button('Pass').click();
    await this.page.waitForTimeout(200);
  }

  /** The last line of a log too long for its box is at the lower edge of it. */
  async logAtItsEnd(): Promise<void> {
    await this.page.waitForFunction(() => {
      const log = document.querySelector('[role=log]');
      const last = [...(log?.querySelectorAll('[data-n]') ?? [])].at(-1);
      if (!log || !last || log.scrollHeight <= log.clientHeight) return false;
      return Math.abs(last.getBoundingClientRect().bottom - log.getBoundingClientRect().bottom) < 2;
    });
  }

  /** Scrolls the log back and tells which line is at its upper edge, and where exactly. */
  async readBack(pixels: number): Promise<{ line: string | undefined; at: number }> {
    return this.page.evaluate(async (up) => {
      const log = document.querySelector('[role=log]')!;
      log.scrollTop -= up;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const edge = log.getBoundingClientRect().top;
      const rows = [...log.querySelectorAll<HTMLElement>('[data-n]')];
      const row = rows.find((each) => each.getBoundingClientRect().bottom > edge + 1);
      return { line: row?.dataset.n, at: Math.round((row?.getBoundingClientRect().top ?? 0) - edge) };
    }, pixels);
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }
}
