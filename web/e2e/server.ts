/**
 * A server to test against: the one at BACKCHANNEL_URL, or else one that is started here from
 * BACKCHANNEL_BIN (the debug build, if that is not set) with a database of its own.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Everybody here comes from one address, and tests are run again and again. */
const LIMITS = '[limits]\nguests_per_hour = 100000\ntables_per_person = 1000\n';

export interface Server {
  url: string;
  /** What it wrote to its log. */
  log: string | null;
  /** The folder of the reports that it shows. */
  reports: string | null;
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

const program = () => resolve(process.env.BACKCHANNEL_BIN ?? '../target/debug/backchannel');

/** A report on a short league between bots, as the program writes it. */
export function leagueReport(): string {
  const folder = mkdtempSync(join(tmpdir(), 'league-'));
  const league = join(folder, 'league.ndjson');
  const plan = ['--bots', 'soldier,envoy,turncoat,random', '--maps', 'wherrymouth,passes-of-sarn', '--seats', '4'];
  execFileSync(program(), ['arena', 'run', ...plan, '--games', '40', '--out', league], { stdio: 'ignore' });
  const report = execFileSync(program(), ['arena', 'report', league, '--json'], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return report;
}

export async function start(): Promise<Server> {
  const running = process.env.BACKCHANNEL_URL;
  if (running) return { url: running.replace(/\/$/, ''), log: null, reports: null, stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-'));
  const [config, log] = [join(folder, 'server.toml'), join(folder, 'server.log')];
  const reports = join(folder, 'reports');
  mkdirSync(reports);
  writeFileSync(config, `reports = ${JSON.stringify(reports)}\n${LIMITS}`);
  const written = openSync(log, 'w');
  const server = spawn(
    program(),
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
    reports,
    stop: async () => {
      server.kill();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
