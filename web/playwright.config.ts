/** The client in a real Chromium (CHROMIUM, or the first in the path) against a server that each worker starts. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';

function findChromium(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'chrome']) {
    for (const folder of folders) if (existsSync(join(folder, name))) return join(folder, name);
  }
  throw new Error('No Chromium was found; set CHROMIUM to its path.');
}

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A whole game takes minutes; `SLOW=1` plays it.
  grepInvert: process.env.SLOW ? undefined : /@slow/,
  // Far more than anything takes: a busy machine is slow, and only what never comes should fail.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['html', { open: 'never' }]],
  use: {
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
