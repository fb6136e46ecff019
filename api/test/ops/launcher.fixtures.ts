import { afterEach, beforeEach } from '@jest/globals';
import { chmodSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { query, temporaryFolder, waitFor } from '../harness/index.js';
import { Launcher, processesUsing } from '../harness/launcher.js';
import { ROOT } from '../harness/paths.js';

/** Runs `npm start` and `npm run ledger` with the test's own data folder. */
export interface LauncherTest {
  readonly dataDir: string;
  /** Runs `npm start` without waiting until it is ready. */
  start(options?: StartOptions): Promise<Launcher>;
  /** Runs `npm start` and waits until it is ready. */
  ready(options?: StartOptions): ReturnType<Launcher['untilReady']>;
  /** Runs `npm run ledger`. */
  ledger(...args: string[]): { status: number | null; stderr: string };
  /** Marks the database, so that `findMark` shows whether the database is still the same. */
  leaveMark(): Promise<unknown>;
  findMark(): Promise<unknown>;
}

type StartOptions = Partial<Parameters<typeof Launcher.start>[0]>;

/**
 * Creates a data folder for each test in the file. After each test, stops what the test started and checks that no
 * process is still running.
 */
export function useLauncher(): LauncherTest {
  let dataDir = '';
  let started: Launcher[] = [];

  beforeEach(async () => {
    started = [];
    dataDir = await temporaryFolder();
    chmodSync(dataDir, 0o711);
  });

  afterEach(async () => {
    for (const launcher of started) launcher.process.kill('SIGINT');
    await Promise.all(started.map((launcher) => launcher.exit()));
    await waitFor(() => processesUsing(dataDir).length === 0, {
      what: `no process to be left: ${processesUsing(dataDir).join('\n')}`,
      timeoutMs: 20_000,
    });
  });

  const start = async (options: StartOptions = {}): Promise<Launcher> => {
    const launcher = await Launcher.start({ dataDir, ...options });
    started.push(launcher);
    return launcher;
  };
  const ownerUrl = (): string =>
    (JSON.parse(readFileSync(path.join(dataDir, 'runtime.json'), 'utf8')) as { owner: string }).owner;

  return {
    get dataDir() {
      return dataDir;
    },
    start,
    ready: async (options) => (await start(options)).untilReady(),
    ledger: (...args) =>
      spawnSync(process.execPath, [path.join(ROOT, 'infra/local/ledger.mjs'), ...args], {
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
        encoding: 'utf8',
      }),
    leaveMark: () => query(ownerUrl(), "COMMENT ON SCHEMA public IS 'marked'"),
    findMark: async () => {
      const rows = await query(ownerUrl(), "SELECT obj_description('public'::regnamespace) AS mark");
      return rows[0]?.['mark'] as unknown;
    },
  };
}
