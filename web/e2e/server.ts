/**
 * The server to test against: the one at BACKCHANNEL_URL, or else one that is started here from
 * BACKCHANNEL_BIN (the debug build, if that is not set) with a database of its own.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

export default async function setup() {
  if (process.env.BACKCHANNEL_URL) return;
  const binary = resolve(process.env.BACKCHANNEL_BIN ?? '../target/debug/backchannel');
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(binary, ['serve', '--addr', `127.0.0.1:${port}`, '--db', `sqlite:${join(folder, 'test.db')}`], {
    stdio: 'ignore',
  });
  for (let tries = 0; !(await isReady(url)); tries += 1) {
    if (tries > 100) throw new Error(`${binary} does not answer at ${url}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  process.env.BACKCHANNEL_URL = url;
  return () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
}
