/** A real Chromium: the one in CHROMIUM, or the first in the path. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

function find(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'chrome']) {
    for (const folder of folders) if (existsSync(join(folder, name))) return join(folder, name);
  }
  throw new Error('No Chromium was found; set CHROMIUM to its path.');
}

export const launch = (): Promise<Browser> => chromium.launch({ executablePath: find(), args: ['--no-sandbox'] });

export const URL = () => process.env.BACKCHANNEL_URL ?? '';
