import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { temporaryFolder, type TestDatabase } from './database.js';
import { NodeProcess } from './node-process.js';
import { compiled, ROOT } from './paths.js';
import { freePort } from './ports.js';

/** The secret of every program in tests: 32 bytes that are no secret, and as different as random ones. */
export const TEST_SECRET_KEY = createHash('sha256').update('moniker tests').digest('base64url');

export interface Running {
  process: ChildProcess;
  output(): string;
  stop(): Promise<void>;
  kill9(): Promise<void>;
}

export interface RunningApi extends Running {
  baseUrl: string;
  port: number;
  dataDir: string;
}

export interface StartOptions {
  database: TestDatabase;
  /** Laid over the settings below. */
  env?: NodeJS.ProcessEnv;
  /** Folder for uploads; share one between the API and the worker of a test if both need it. */
  dataDir?: string;
  /** How long it may take to start, where many other processes take their time. */
  readyWithinMs?: number;
}

/** Starts the compiled API on a port of its own and waits until it is ready. */
export async function startApi(options: StartOptions & { port?: number }): Promise<RunningApi> {
  const port = options.port ?? (await freePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const env = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: baseUrl, ...settings(options, dataDir) };
  const node = NodeProcess.start(compiled('main.js'), [], env);
  await readyOrGone(
    node,
    'the API',
    async () => (await fetch(`${baseUrl}/readyz`)).ok,
    options.readyWithinMs,
  );
  return { baseUrl, port, dataDir, ...handle(node) };
}

/** Starts the compiled worker and waits until it takes jobs. */
export async function startWorker(options: StartOptions): Promise<Running> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const node = NodeProcess.start(compiled('worker.js'), [], settings(options, dataDir));
  await readyOrGone(node, 'the worker', () => node.output().includes('worker ready'), options.readyWithinMs);
  return handle(node);
}

/** The environment of a program under test. */
export function settings({ database, env }: StartOptions, dataDir: string): NodeJS.ProcessEnv {
  return {
    MONIKER_PROFILE: 'local',
    DATABASE_URL: database.appUrl,
    DATABASE_AUDITOR_URL: database.auditorUrl,
    SECRET_KEY: TEST_SECRET_KEY,
    DATA_DIR: dataDir,
    WEB_DIR: path.join(ROOT, 'web/dist'),
    PUBLIC_URL: 'http://localhost:3000',
    // Nobody listens there: mail stays in the outbox unless a test brings a mail server.
    SMTP_URL: 'smtp://127.0.0.1:9',
    ...env,
  };
}

async function readyOrGone(
  node: NodeProcess,
  what: string,
  ready: () => boolean | Promise<boolean>,
  timeoutMs?: number,
): Promise<void> {
  const quietly = async () => {
    try {
      return await ready();
    } catch {
      return false;
    }
  };
  try {
    await node.untilReady(what, quietly, timeoutMs);
  } catch (error) {
    await node.kill9();
    throw error;
  }
}

function handle(node: NodeProcess): Running {
  return {
    process: node.process,
    output: () => node.output(),
    stop: () => node.stop(),
    kill9: () => node.kill9(),
  };
}
