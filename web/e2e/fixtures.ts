/** What every test here has: a server, and people who come to it with browsers of their own. */
import { test as base, type BrowserContextOptions, type Page } from '@playwright/test';
import { Player } from './player';
import { start, type Server } from './server';

export { expect } from '@playwright/test';

export type Size = 'desk' | 'phone';
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

export interface Arrival {
  size?: Size;
  theme?: 'dark' | 'light';
  /** Whether things move; otherwise nothing does. */
  motion?: boolean;
}

export interface People {
  /** Somebody of whom the server knows nothing. */
  stranger: (how?: Arrival) => Promise<Page>;
  /** A guest with a name. */
  arrive: (name: string, how?: Arrival) => Promise<Player>;
}

const options = ({ size = 'desk', theme = 'dark', motion = false }: Arrival): BrowserContextOptions => ({
  reducedMotion: motion ? 'no-preference' : 'reduce',
  viewport: SIZES[size],
  colorScheme: theme,
  hasTouch: size === 'phone',
});

export const test = base.extend<People & { serverLog: void }, { server: Server }>({
  server: [
    // Playwright wants to see that it needs no other fixture.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: ({ server }, use) => use(server.url),

  stranger: async ({ browser }, use) => {
    const errors: string[] = [];
    const pages: Page[] = [];
    await use(async (how = {}) => {
      const context = await browser.newContext(options(how));
      context.on('weberror', (thrown) => errors.push(thrown.error().stack ?? String(thrown.error())));
      // What the page's own policy forbids is a mistake too.
      context.on(
        'console',
        (said) => void (said.text().includes('Content Security Policy') && errors.push(said.text())),
      );
      const page = await context.newPage();
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
    base.expect(errors, 'what went wrong in the pages').toEqual([]);
  },

  arrive: ({ stranger }, use) =>
    use(async (name, how) => {
      const player = new Player(await stranger(how), name);
      await player.api('POST', '/guests', { name });
      return player;
    }),

  serverLog: [
    async ({ server }, use, info) => {
      await use();
      if (server.log && info.status !== info.expectedStatus) await info.attach('server.log', { path: server.log });
    },
    { auto: true },
  ],
});
