import { readFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { logEnv, temporaryFolder, testServer, type TestDatabase } from './database.js';
import { measure } from './measure.js';
import { NodeProcess } from './node-process.js';
import { compiled, WEB_DIR } from './paths.js';
import { freePort } from './ports.js';
import { callService } from './services-client.js';
import { TEST_WRITER_KEY } from './writer-key.js';

/** A running API or worker. */
export interface RunningProgram {
  /** Everything that the program has printed so far, on stdout and stderr. */
  output(): string;
  stop(): Promise<void>;
  /** Kills the program with SIGKILL, which simulates a power failure. */
  kill9(): Promise<void>;
}

/** A program in its own process. */
export interface RunningProcess extends RunningProgram {
  process: ChildProcess;
}

/** Address and data folder of a running API. */
interface ApiAddress {
  baseUrl: string;
  port: number;
  dataDir: string;
}

export type RunningApi = RunningProgram & ApiAddress;
export type RunningApiProcess = RunningProcess & ApiAddress;

export interface StartOptions {
  database: TestDatabase;
  /** Overrides of the default settings. */
  env?: NodeJS.ProcessEnv;
  /**
   * Data folder, for example for uploads and checkpoints. If a test's API and worker share a folder, pass it to both.
   */
  dataDir?: string;
  /**
   * Startup deadline for a separate process, for tests that start many processes at once. Hosted programs ignore this
   * deadline.
   */
  readyWithinMs?: number;
}

export type ApiOptions = StartOptions & { port?: number };

const MAX_PORT_TRIES = 3;

/**
 * Starts the compiled API in a shared host process and waits until it is ready. The host hashes passwords at minimal
 * cost. Use `startApiProcess` if signals, the exit code, or the process's CPU time or memory matter.
 */
export async function startApi(options: ApiOptions): Promise<RunningApi> {
  for (let tries = 1; ; tries += 1) {
    const { env, ...address } = await apiSettings(options);
    try {
      return { ...address, ...(await startHosted('api', env)) };
    } catch (error) {
      // Another test run on this machine may have taken the port after `freePort` found it free.
      const isTaken = options.port === undefined && String(error).includes('EADDRINUSE');
      if (!isTaken || tries === MAX_PORT_TRIES) throw error;
    }
  }
}

/** Starts the compiled API in its own process and waits until it is ready. */
export async function startApiProcess(options: ApiOptions): Promise<RunningApiProcess> {
  const { env, ...address } = await apiSettings(options);
  const isReady = async (): Promise<boolean> => (await fetch(`${address.baseUrl}/readyz`)).ok;
  return { ...address, ...(await startProcess('API', compiled('apps/api.js'), env, isReady, options)) };
}

/** Starts the compiled worker in a shared host process and waits until it takes jobs. */
export async function startWorker(options: StartOptions): Promise<RunningProgram> {
  return startHosted('worker', programEnv(options, options.dataDir ?? (await temporaryFolder())));
}

/** Starts the compiled worker in its own process and waits until it takes jobs. */
export async function startWorkerProcess(options: StartOptions): Promise<RunningProcess> {
  const env = programEnv(options, options.dataDir ?? (await temporaryFolder()));
  return startProcess(
    'worker',
    compiled('apps/worker.js'),
    env,
    (output) => output.includes('worker ready'),
    options,
  );
}

async function apiSettings(options: ApiOptions): Promise<ApiAddress & { env: NodeJS.ProcessEnv }> {
  const port = options.port ?? (await freePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const env = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: baseUrl, ...programEnv(options, dataDir) };
  return { port, baseUrl, dataDir, env };
}

/** The environment of a program under test. */
export function programEnv({ database, env }: StartOptions, dataDir: string): NodeJS.ProcessEnv {
  return {
    MONIKER_PROFILE: 'local',
    DATABASE_URL: database.appUrl,
    DATABASE_AUDITOR_URL: database.auditorUrl,
    SECRET_KEY: testServer().secretKey,
    WRITER_KEY: TEST_WRITER_KEY,
    DATA_DIR: dataDir,
    WEB_DIR,
    PUBLIC_URL: 'http://localhost:3000',
    // Nothing listens on this port, so mail stays in the outbox unless a test provides a mail server.
    SMTP_URL: 'smtp://127.0.0.1:9',
    // The mail servers of tests have no TLS.
    SMTP_TLS: 'off',
    // These limits are off, because all tests share one address and a few accounts. Tests of a limit turn it on.
    REQUESTS_PER_SECOND: '0',
    AUTH_REQUESTS_PER_SECOND: '0',
    SIGN_INS_PER_MINUTE: '0',
    TRANSFERS_PER_MINUTE: '0',
    CHAT_MESSAGES_PER_MINUTE: '0',
    SSN_READS_PER_MINUTE: '0',
    FILES_PER_MINUTE: '0',
    // The production profile requires TLS for KurrentDB, which the test server does not have.
    ...(env?.['MONIKER_PROFILE'] === 'production' ? {} : logEnv(database)),
    ...env,
  };
}

/** A hosted program, as returned by the test services. */
interface HostedProgram {
  id: number;
  logFile: string;
  logFrom: number;
}

async function startHosted(program: 'api' | 'worker', env: NodeJS.ProcessEnv): Promise<RunningProgram> {
  const start = (): Promise<HostedProgram> => callService('/start-program', { program, env });
  const { logFile, logFrom, id } = await measure(program === 'api' ? 'API' : 'worker', start);
  return {
    output: () => readFileSync(logFile).subarray(logFrom).toString(),
    stop: () => callService('/stop-program', { id }),
    kill9: () => callService('/kill-program', { id }),
  };
}

async function startProcess(
  program: 'API' | 'worker',
  script: string,
  env: NodeJS.ProcessEnv,
  isReady: (output: string) => boolean | Promise<boolean>,
  { readyWithinMs }: StartOptions,
): Promise<RunningProcess> {
  const node = NodeProcess.start(script, [], env);
  const ready = async (): Promise<boolean> => {
    try {
      return await isReady(node.output());
    } catch {
      return false;
    }
  };
  try {
    await measure(program, () => node.untilReady(`the ${program}`, ready, readyWithinMs));
  } catch (error) {
    await node.kill9();
    throw error;
  }
  return {
    process: node.process,
    output: () => node.output(),
    stop: () => node.stop(),
    kill9: () => node.kill9(),
  };
}
