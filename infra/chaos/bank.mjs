// @ts-check
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { Cluster } from '../ha/cluster.mjs';
import { runScript } from '../local/bank.mjs';
import { endKurrentNode, startKurrentNode } from '../local/kurrentdb-node.mjs';
import { inRoot } from '../local/paths.mjs';
import { freePort } from '../local/ports.mjs';
import {
  inDatabase,
  provisionDatabase,
  provisionRoles,
  urlsPerRole,
  withClient,
} from '../local/postgres/provision.mjs';
import { signal } from '../local/processes.mjs';
import { run } from '../local/run.mjs';
import { startService } from '../local/service.mjs';
import { hasRedis } from '../local/testing/redis.mjs';
import { Database } from './database.mjs';
import { MailSink } from './mail-sink.mjs';
import { FaultyProxy } from './proxy.mjs';
import { Redis } from './redis.mjs';
import { SmallDisk } from './small-disk.mjs';

/** @typedef {import('../local/service.mjs').Service} Service */

const DATABASE = 'moniker';
const PASSWORDS = { owner: 'chaos-owner', app: 'chaos-app', auditor: 'chaos-auditor' };
const SHIFTABLE_CLOCK = pathToFileURL(inRoot('api/test/harness/shiftable-clock.mjs')).href;
/**
 * Limits that are off because the callers would exceed them. The limit on `POST /api/auth/…` from one address stays.
 */
const NO_QUOTAS = [
  ...['REQUESTS_PER_SECOND', 'SIGN_INS_PER_MINUTE', 'TRANSFERS_PER_MINUTE'],
  ...['CHAT_MESSAGES_PER_MINUTE', 'SSN_READS_PER_MINUTE', 'FILES_PER_MINUTE'],
];
/** Index of the API that reaches PostgreSQL through a proxy. */
const DATABASE_PROXY_OF = 1;
/** Index of the API that callers reach through a proxy. */
const HTTP_PROXY_OF = 2;

/** Number of rows of a long result to read at a time. */
const PAGE_ROWS = 10_000;

/**
 * A bank of real processes in a temporary folder: a single PostgreSQL server or a cluster, KurrentDB if it keeps
 * the log, Redis if it is installed, several APIs and a worker.
 */
export class Bank {
  /** @type {Service[]} */
  #apis = [];
  /** @type {Service | undefined} */
  #worker;
  /** @type {Service | undefined} */
  #secondWorker;
  /** @type {number[]} */
  #ports = [];
  #folder;
  #bug;
  #secret = randomBytes(32).toString('base64url');
  #store;
  /** @type {FaultyProxy | undefined} */
  #databaseProxy;
  /** @type {FaultyProxy | undefined} */
  #httpProxy;
  /** A small file system for a tablespace. */
  smallDisk;
  /** @type {Redis | undefined} */
  redis;
  mail = new MailSink();
  #smtpPort = 0;
  #log;
  /** The KurrentDB server, if it keeps the log. @type {import('node:child_process').ChildProcess | undefined} */
  #logNode;
  #logPort = 0;

  /**
   * @param {string} folder
   * @param {Database | Cluster} store
   * @param {{ log?: 'postgres' | 'kurrentdb', bug?: string | null }} options `bug`: URL of a module in `bugs/` to load
   *   into the APIs
   */
  constructor(folder, store, { log = 'postgres', bug = null } = {}) {
    this.#folder = folder;
    this.#store = store;
    this.#log = log;
    this.#bug = bug;
    this.smallDisk = new SmallDisk(path.join(folder, 'small-disk'));
  }

  async start(/** @type {number} */ apis) {
    mkdirSync(path.join(this.#folder, 'logs'), { recursive: true });
    await this.#store.start();
    if (this.#log === 'kurrentdb') await this.#startLog();
    this.#smtpPort = await this.mail.listen();
    if (hasRedis()) this.redis = new Redis(path.join(this.#folder, 'redis'));
    await this.redis?.start();
    await provisionRoles(this.#store.url, PASSWORDS);
    await provisionDatabase(this.#store.url, DATABASE);
    await this.migrate();
    await this.#script('seed');
    this.#databaseProxy = new FaultyProxy({ host: '127.0.0.1', port: this.#store.port });
    const proxyPort = await this.#databaseProxy.listen();
    this.#proxiedDatabase = this.#urls.app.replace(`:${this.#store.port}/`, `:${proxyPort}/`);
    for (let index = 0; index < apis; index += 1) this.#ports.push(await freePort());
    this.#httpProxy = new FaultyProxy({ host: '127.0.0.1', port: this.#ports[HTTP_PROXY_OF] ?? 0 });
    this.#httpProxyPort = await this.#httpProxy.listen();
    for (let index = 0; index < apis; index += 1) await this.startApi(index);
    await this.startWorker();
  }

  async #startLog() {
    this.#logPort = await freePort();
    const ports = [this.#logPort, await freePort()];
    this.#logNode = await startKurrentNode({ folder: path.join(this.#folder, 'log'), ports });
  }

  #proxiedDatabase = '';
  #httpProxyPort = 0;

  /** The URLs at which callers reach the APIs. */
  get urls() {
    return this.#ports.map((port, index) => localUrl(index === HTTP_PROXY_OF ? this.#httpProxyPort : port));
  }

  /** Whether callers reach an API without a proxy. */
  isReachedDirectly(/** @type {number} */ index) {
    return index !== HTTP_PROXY_OF;
  }

  get databaseProxy() {
    return started(this.#databaseProxy);
  }

  get httpProxy() {
    return started(this.#httpProxy);
  }

  /** Runs the migrations. Only the first run has any to apply. */
  async migrate() {
    await this.#script('migrate');
  }

  async #script(/** @type {'migrate' | 'seed'} */ name) {
    await runScript(name, { env: this.#env(), ownerUrl: this.#urls.owner, dataFolder: this.#folder });
  }

  get superUrl() {
    return inDatabase(this.#store.url, DATABASE);
  }

  get apiCount() {
    return this.#ports.length;
  }

  async startApi(/** @type {number} */ index) {
    const port = this.#ports[index] ?? 0;
    const database = index === DATABASE_PROXY_OF ? this.#proxiedDatabase : this.#urls.app;
    const service = startService({
      name: `api-${index}`,
      script: inRoot('api/dist/apps/api.js'),
      nodeArgs: ['--import', SHIFTABLE_CLOCK, ...(this.#bug === null ? [] : ['--import', this.#bug])],
      env: { ...this.#env(), PORT: String(port), PUBLIC_URL: this.urls[index], DATABASE_URL: database },
      dataFolder: this.#folder,
    });
    this.#apis[index] = service;
    await service.untilReady(() => isReady(`${localUrl(port)}/readyz`));
  }

  async startWorker() {
    this.#worker = await this.#startWorker('worker');
  }

  /** Starts another worker. Returns a function that stops it. */
  async startSecondWorker() {
    this.#secondWorker = await this.#startWorker('second-worker');
    return () => this.#secondWorker?.stop();
  }

  async #startWorker(/** @type {string} */ name) {
    const worker = startService({
      name,
      script: inRoot('api/dist/apps/worker.js'),
      env: this.#env(),
      dataFolder: this.#folder,
    });
    await worker.untilReady(() => readFileSync(worker.log, 'utf8').includes('worker ready'));
    return worker;
  }

  /** Sends a signal to an API. */
  signalApi(/** @type {number} */ index, /** @type {NodeJS.Signals} */ name) {
    signal(this.#apis[index]?.pid ?? 0, name);
  }

  signalWorker(/** @type {NodeJS.Signals} */ name) {
    signal(this.#worker?.pid ?? 0, name);
  }

  /** Kills an API, as a power failure would, and waits until it has exited. */
  async killApi(/** @type {number} */ index) {
    this.signalApi(index, 'SIGKILL');
    await this.#apis[index]?.stop();
  }

  /** Stops an API with SIGTERM. Returns how it ended, such as `ended with code 0`. */
  async stopApi(/** @type {number} */ index) {
    await this.#apis[index]?.stop();
    return (await this.#apis[index]?.ended) ?? '';
  }

  async killWorker() {
    this.signalWorker('SIGKILL');
    await this.#worker?.stop();
  }

  async stopWorker() {
    await this.#worker?.stop();
  }

  /** The bank's PostgreSQL. Throws if the bank runs on a cluster. */
  get database() {
    if (this.#store instanceof Database) return this.#store;
    throw new Error('the bank runs on a cluster');
  }

  /** The bank's PostgreSQL cluster. Throws if the bank runs on a single PostgreSQL server. */
  get cluster() {
    if (this.#store instanceof Cluster) return this.#store;
    throw new Error('the bank runs on a single PostgreSQL server');
  }

  /**
   * Empties the newest checkpoint's file, as a power failure can. Returns a function that tells whether the file has
   * content again.
   */
  emptyNewestCheckpoint() {
    const folder = path.join(this.#folder, 'checkpoints');
    const newest = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.txt'))
      .map((name) => ({ file: path.join(folder, name), at: statSync(path.join(folder, name)).mtimeMs }))
      .reduce((one, other) => (other.at > one.at ? other : one));
    truncateSync(newest.file);
    return () => statSync(newest.file).size > 0;
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

  /** Runs a command of the auditors' CLI. */
  ledger(/** @type {string[]} */ ...args) {
    return this.#ledger(this.#urls.auditor, args);
  }

  /** Runs a command of the auditors' CLI on a standby. */
  ledgerOnStandby(/** @type {string[]} */ ...args) {
    const url = new URL(this.#urls.auditor);
    url.port = String(this.cluster.standbysPort);
    return this.#ledger(url.href, args);
  }

  #ledger(/** @type {string} */ auditorUrl, /** @type {string[]} */ args) {
    const env = {
      ...this.#env(),
      DATABASE_AUDITOR_URL: auditorUrl,
      DATABASE_OWNER_URL: this.#urls.owner,
    };
    return run(process.execPath, [inRoot('api/dist/apps/ledger-cli.js'), ...args], { env });
  }

  async stop() {
    await Promise.all([...this.#apis, this.#worker, this.#secondWorker].map((service) => service?.stop()));
    await Promise.all([this.#databaseProxy?.close(), this.#httpProxy?.close()]);
    await this.redis?.kill();
    await this.mail.close();
    await this.#store.stop();
    if (this.#logNode !== undefined) await endKurrentNode(this.#logNode);
    this.smallDisk.unmount();
  }

  /** The environment variables that an operator sets to run `npm run ledger` and `npm run backup` for this bank. */
  operatorEnv() {
    const { MONIKER_PROFILE, DATABASE_AUDITOR_URL, SECRET_KEY, DATA_DIR } = this.#env();
    return {
      ...{
        MONIKER_PROFILE,
        DATABASE_AUDITOR_URL,
        DATABASE_OWNER_URL: this.#urls.owner,
        SECRET_KEY,
        DATA_DIR,
      },
      BACKUP_FOLDER: path.join(this.#folder, 'backup'),
    };
  }

  get #urls() {
    return urlsPerRole(this.#store.url, DATABASE, PASSWORDS);
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
      ...(this.#log === 'kurrentdb' && {
        LEDGER_LOG: 'kurrentdb',
        KURRENTDB_URL: `kurrentdb://127.0.0.1:${this.#logPort}?tls=false`,
      }),
      CHECKPOINT_EVERY_SECONDS: '10',
      STOP_DELAY_SECONDS: '2',
      ...Object.fromEntries(NO_QUOTAS.map((name) => [name, '0'])),
    };
  }
}

const localUrl = (/** @type {number} */ port) => `http://127.0.0.1:${port}`;

/**
 * @template Part
 * @param {Part | undefined} part
 * @returns {Part}
 */
function started(part) {
  if (part === undefined) throw new Error('the bank was never started');
  return part;
}

async function isReady(/** @type {string} */ url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
