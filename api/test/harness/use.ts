import { afterAll, beforeAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import {
  startApi,
  startWorker,
  type ApiOptions,
  type RunningApi,
  type RunningProgram,
  type StartOptions,
} from './api.js';
import { launchBrowser } from './browser.js';
import { createDatabase, type TestDatabase } from './database.js';
import { createDemoDatabase, signIn, type DemoBank, type DemoUser } from './demo.js';
import type { HttpClient } from './http-client.js';
import { startMailServer, type MailServer } from './mail.js';

/**
 * A value, or a function that returns it. The function is called when the tests start, so the value can depend on
 * something that was started earlier.
 */
type Late<T> = T | (() => T | Promise<T>);

const ends: (() => unknown)[] = [];

/**
 * Runs an action after the tests of this file or `describe` block, before anything that is declared above this call is
 * stopped.
 */
export function atEnd(action: () => unknown): void {
  beforeAll(() => {
    ends.push(action);
  });
  afterAll(async () => {
    await ends.pop()?.();
  });
}

/**
 * Starts something before the tests of this file or `describe` block and stops it after them. Returns a stand-in that
 * can be passed on immediately, but read (and destructured) only while the tests run.
 */
export function use<T extends object>(start: () => T | Promise<T>, stop?: (started: T) => unknown): T {
  let started: T | undefined;
  atEnd(() => (started === undefined ? undefined : stop?.(started)));
  beforeAll(async () => {
    started = await start();
  });
  return standIn(() => {
    if (started === undefined)
      throw new Error('this was used before the tests started, or it failed to start');
    return started;
  });
}

/** An empty, migrated database. */
export const useDatabase = (): TestDatabase => use(createDatabase, (database) => database.drop());

/** A database with the demo data. */
export const useDemoDatabase = (): TestDatabase => use(createDemoDatabase, (database) => database.drop());

export const useMailServer = (): MailServer => use(startMailServer, (mail) => mail.close());

export const useApi = (options: Late<ApiOptions>): RunningApi =>
  use(
    async () => startApi(await now(options)),
    (api) => api.stop(),
  );

export const useWorker = (options: Late<StartOptions>): RunningProgram =>
  use(
    async () => startWorker(await now(options)),
    (worker) => worker.stop(),
  );

/** The session of a demo user. */
export const useSession = (api: RunningApi, name: DemoUser): HttpClient =>
  use(() => signIn(api.baseUrl, name));

export const useBrowser = (): Browser => use(launchBrowser, (browser) => browser.close());

/**
 * An API on the demo data, with signed-in clients for Alice, Bob and the admin. `env` overrides the API's default
 * settings.
 */
export function useBank(env: Late<NodeJS.ProcessEnv> = {}): DemoBank {
  const database = useDemoDatabase();
  const api = useApi(async () => ({ database, env: await now(env) }));
  const [alice, bob, admin] = [useSession(api, 'alice'), useSession(api, 'bob'), useSession(api, 'admin')];
  return { database, api, alice, bob, admin };
}

export interface MailingBank extends DemoBank {
  readonly mail: MailServer;
  readonly worker: RunningProgram;
}

/** `useBank` with a worker and a mail server. */
export function useMailingBank(): MailingBank {
  const mail = useMailServer();
  const env = () => ({ SMTP_URL: mail.smtpUrl });
  const bank = useBank(env);
  const worker = useWorker(() => ({ database: bank.database, env: env(), dataDir: bank.api.dataDir }));
  return { ...bank, mail, worker };
}

const now = <T>(value: Late<T>): T | Promise<T> =>
  typeof value === 'function' ? (value as () => T | Promise<T>)() : value;

/** Returns an object that forwards everything to a target, which need not exist yet. */
function standIn<T extends object>(target: () => T): T {
  return new Proxy({} as T, {
    get: (_, key) => {
      const value: unknown = Reflect.get(target(), key);
      return typeof value === 'function' ? (value.bind(target()) as unknown) : value;
    },
    set: (_, key, value) => Reflect.set(target(), key, value),
    has: (_, key) => Reflect.has(target(), key),
    ownKeys: () => Reflect.ownKeys(target()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(target(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(target()),
  });
}
