// @ts-check
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { runScript } from '../local/bank.mjs';
import { inRoot } from '../local/paths.mjs';
import { freePort } from '../local/ports.mjs';
import { clusterDir } from '../local/postgres/cluster.mjs';
import {
  inDatabase,
  provisionDatabase,
  provisionRoles,
  urlsPerRole,
  withClient,
} from '../local/postgres/provision.mjs';
import { startPostgres } from '../local/postgres/server.mjs';
import { processIds, signal } from '../local/processes.mjs';
import { run } from '../local/run.mjs';
import { startService } from '../local/service.mjs';
import { hasRedis } from '../local/testing/redis.mjs';
import { MailSink } from './mail-sink.mjs';
import { StallingProxy } from './proxy.mjs';
import { Redis } from './redis.mjs';

/** @typedef {import('../local/service.mjs').Service} Service */

const DATABASE = 'moniker';
const PASSWORDS = { owner: 'chaos-owner', app: 'chaos-app', auditor: 'chaos-auditor' };
const MAX_CONNECTIONS = '100';
const SHIFTABLE_CLOCK = pathToFileURL(inRoot('api/test/support/shiftable-clock.mjs')).href;
/** Quotas are for people. */
const NO_QUOTAS = [
  ...['REQUESTS_PER_SECOND', 'AUTH_REQUESTS_PER_SECOND', 'SIGN_INS_PER_MINUTE', 'TRANSFERS_PER_MINUTE'],
  ...['CHAT_MESSAGES_PER_MINUTE', 'SSN_READS_PER_MINUTE', 'FILES_PER_MINUTE'],
];

/** Rows that are read from a long result at a time. */
const PAGE_ROWS = 10_000;

/**
 * A bank of real processes in a temporary folder: PostgreSQL, Redis if it is installed, several APIs and a worker. The second
 * API reaches PostgreSQL through a proxy that can stand still.
 */
export class Bank {
  /** @type {Service[]} */
  #apis = [];
  /** @type {Service | undefined} */
  #worker;
  /** @type {number[]} */
  #ports = [];
  #folder;
  #bug;
  #secret = randomBytes(32).toString('base64url');
  /** @type {import('../local/postgres/server.mjs').PostgresServer | undefined} */
  #server;
  /** @type {StallingProxy | undefined} */
  proxy;
  /** @type {Redis | undefined} */
  redis;
  mail = new MailSink();
  #smtpPort = 0;

  /**
   * @param {string} folder
   * @param {string | null} bug a module of `bugs/` that is loaded into the APIs
   */
  constructor(folder, bug) {
    this.#folder = folder;
    this.#bug = bug;
  }

  async start(/** @type {number} */ apis) {
    mkdirSync(path.join(this.#folder, 'logs'), { recursive: true });
    await this.startDatabase();
    this.#smtpPort = await this.mail.listen();
    if (hasRedis()) this.redis = new Redis(path.join(this.#folder, 'redis'));
    await this.redis?.start();
    await provisionRoles(this.#running.url, PASSWORDS);
    await provisionDatabase(this.#running.url, DATABASE);
    for (const name of /** @type {const} */ (['migrate', 'seed'])) {
      const options = { env: this.#env(), ownerUrl: this.#urls.owner, dataFolder: this.#folder };
      await runScript(name, options);
    }
    this.proxy = new StallingProxy({ host: '127.0.0.1', port: this.#running.port });
    const proxyPort = await this.proxy.listen();
    this.#proxyUrl = this.#urls.app.replace(`:${this.#running.port}/`, `:${proxyPort}/`);
    for (let index = 0; index < apis; index += 1) this.#ports.push(await freePort());
    for (let index = 0; index < apis; index += 1) await this.startApi(index);
    await this.startWorker();
  }

  #proxyUrl = '';

  get urls() {
    return this.#ports.map((port) => `http://127.0.0.1:${port}`);
  }

  get superUrl() {
    return inDatabase(this.#running.url, DATABASE);
  }

  get apiCount() {
    return this.#ports.length;
  }

  async startApi(/** @type {number} */ index) {
    const port = this.#ports[index] ?? 0;
    const url = `http://127.0.0.1:${port}`;
    const database = index === 1 ? this.#proxyUrl : this.#urls.app;
    const service = startService({
      name: `api-${index}`,
      script: inRoot('api/dist/apps/api.js'),
      nodeArgs: ['--import', SHIFTABLE_CLOCK, ...(this.#bug === null ? [] : ['--import', this.#bug])],
      env: { ...this.#env(), PORT: String(port), PUBLIC_URL: url, DATABASE_URL: database },
      dataFolder: this.#folder,
    });
    this.#apis[index] = service;
    await service.untilReady(() => isReady(`${url}/readyz`));
  }

  async startWorker() {
    const worker = startService({
      name: 'worker',
      script: inRoot('api/dist/apps/worker.js'),
      env: this.#env(),
      dataFolder: this.#folder,
    });
    this.#worker = worker;
    await worker.untilReady(() => readFileSync(worker.log, 'utf8').includes('worker ready'));
  }

  /** Sends a signal to an API. */
  signalApi(/** @type {number} */ index, /** @type {NodeJS.Signals} */ name) {
    signal(this.#apis[index]?.pid ?? 0, name);
  }

  signalWorker(/** @type {NodeJS.Signals} */ name) {
    signal(this.#worker?.pid ?? 0, name);
  }

  /** Kills an API as a power failure does, and waits for its end. */
  async killApi(/** @type {number} */ index) {
    this.signalApi(index, 'SIGKILL');
    await this.#apis[index]?.stop();
  }

  async killWorker() {
    this.signalWorker('SIGKILL');
    await this.#worker?.stop();
  }

  async stopWorker() {
    await this.#worker?.stop();
  }

  async startDatabase() {
    this.#server = await startPostgres({
      folder: path.join(this.#folder, 'postgres'),
      logFile: path.join(this.#folder, 'logs', 'postgres.log'),
      password: 'chaos-super',
      ...(this.#server && { port: this.#server.port }),
      settings: { max_connections: MAX_CONNECTIONS },
    });
  }

  /** Stops PostgreSQL, which disconnects all clients. */
  async stopDatabase() {
    await this.#running.stop();
  }

  /** Kills PostgreSQL with all its processes, as a power failure does. */
  async killDatabase() {
    for (const pid of this.#databaseProcesses()) signal(pid, 'SIGKILL');
    await this.#running.ended;
  }

  signalDatabase(/** @type {NodeJS.Signals} */ name) {
    for (const pid of this.#databaseProcesses()) signal(pid, name);
  }

  /** Copies the stopped database. */
  async copyDatabase() {
    await cp(this.#cluster, `${this.#cluster}.copy`, { recursive: true, preserveTimestamps: true });
  }

  /** Replaces the stopped database by its copy. */
  async restoreCopy() {
    await rm(this.#cluster, { recursive: true });
    await cp(`${this.#cluster}.copy`, this.#cluster, { recursive: true, preserveTimestamps: true });
  }

  /**
   * Runs a statement as an administrator.
   * @template {Record<string, unknown>} Row
   * @param {string} sql
   * @param {unknown[]} values
   * @returns {Promise<Row[]>}
   */
  query(sql, values = []) {
    return withClient(this.superUrl, async (client) => (await client.query(sql, values)).rows);
  }

  /**
   * Yields the rows of a long result in pages, as an administrator.
   * @param {string} sql
   * @returns {AsyncGenerator<Record<string, unknown>[]>}
   */
  async *pages(sql) {
    const client = new pg.Client({ connectionString: this.superUrl });
    await client.connect();
    try {
      await client.query(`begin; declare long_result no scroll cursor for ${sql}`);
      for (;;) {
        const { rows } = await client.query(`fetch ${PAGE_ROWS} from long_result`);
        if (rows.length === 0) return;
        yield rows;
      }
    } finally {
      await client.end();
    }
  }

  /** Runs a command of the auditors. */
  ledger(/** @type {string[]} */ ...args) {
    const env = {
      ...this.#env(),
      DATABASE_AUDITOR_URL: this.#urls.auditor,
      DATABASE_OWNER_URL: this.#urls.owner,
    };
    return run(process.execPath, [inRoot('api/dist/apps/ledger-cli.js'), ...args], { env });
  }

  async stop() {
    await Promise.all([...this.#apis, this.#worker].map((service) => service?.stop()));
    this.proxy?.close();
    await this.redis?.kill();
    await this.mail.close();
    await this.#server?.stop();
  }

  get #running() {
    if (this.#server === undefined) throw new Error('PostgreSQL was never started');
    return this.#server;
  }

  get #urls() {
    return urlsPerRole(this.#running.url, DATABASE, PASSWORDS);
  }

  get #cluster() {
    return clusterDir(this.#running.relocatedTo ?? path.join(this.#folder, 'postgres'));
  }

  #databaseProcesses() {
    const { pid } = this.#running;
    return [pid, ...processIds().filter((each) => parentOf(each) === pid)];
  }

  #env() {
    return {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://127.0.0.1:3000',
      MONIKER_PROFILE: 'local',
      DATABASE_URL: this.#urls.app,
      DATABASE_AUDITOR_URL: this.#urls.auditor,
      SECRET_KEY: this.#secret,
      DATA_DIR: this.#folder,
      WEB_DIR: inRoot('web/dist'),
      SMTP_URL: `smtp://127.0.0.1:${this.#smtpPort}`,
      ...(this.redis && { REDIS_URL: this.redis.url }),
      CHECKPOINT_EVERY_SECONDS: '10',
      ...Object.fromEntries(NO_QUOTAS.map((name) => [name, '0'])),
    };
  }
}

function parentOf(/** @type {number} */ pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

async function isReady(/** @type {string} */ url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
