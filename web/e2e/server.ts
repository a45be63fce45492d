/**
 * A server to test against: the one at BACKCHANNEL_URL, or else one that is started here from
 * BACKCHANNEL_BIN (the debug build, if that is not set) with a database of its own.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Everybody here comes from one address, and tests are run again and again. */
const LIMITS = '[limits]\nguests_per_hour = 100000\ntables_per_person = 1000\n';

export interface Server {
  url: string;
  /** What it wrote to its log. */
  log: string | null;
  stop(): Promise<void>;
}

/** Where it says it listens; the port is the operating system's choice. */
async function address(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stdout! })) {
    const found = /^Backchannel is at (http:\S+?)\/?$/.exec(line);
    if (found?.[1]) return found[1];
  }
  throw new Error('it does not say where it listens');
}

export async function start(): Promise<Server> {
  const running = process.env.BACKCHANNEL_URL;
  if (running) return { url: running.replace(/\/$/, ''), log: null, stop: async () => {} };
  const binary = resolve(process.env.BACKCHANNEL_BIN ?? '../target/debug/backchannel');
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-'));
  const [config, log] = [join(folder, 'server.toml'), join(folder, 'server.log')];
  writeFileSync(config, LIMITS);
  const written = openSync(log, 'w');
  const server = spawn(
    binary,
    ['serve', '--config', config, '--addr', '127.0.0.1:0', '--db', `sqlite:${join(folder, 'test.db')}`],
    { stdio: ['ignore', 'pipe', written] },
  );
  closeSync(written);
  const gone = once(server, 'exit');
  const failed = once(server, 'error').then(([error]) => Promise.reject(error));
  const url = await Promise.race([address(server), failed]);
  return {
    url,
    log,
    stop: async () => {
      server.kill();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
