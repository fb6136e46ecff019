// @ts-check
import { readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterDir } from '../local/postgres/cluster.mjs';
import { withClient } from '../local/postgres/provision.mjs';
import { startPostgres } from '../local/postgres/server.mjs';
import { processIds, signal } from '../local/processes.mjs';
import { poll } from '../local/wait.mjs';

const MAX_CONNECTIONS = '100';
/** Within this time, PostgreSQL notices that one of its processes was killed. */
const RECOVERY_MS = 200;
/** How long PostgreSQL may take to recover. */
const START_MS = 60_000;

/** A separate PostgreSQL in its own folder. */
export class Database {
  #folder;
  /** @type {import('../local/postgres/server.mjs').PostgresServer | undefined} */
  #server;

  constructor(/** @type {string} */ folder) {
    this.#folder = folder;
  }

  /** The superuser's URL. */
  get url() {
    return this.#running.url;
  }

  get port() {
    return this.#running.port;
  }

  async start() {
    this.#server = await startPostgres({
      folder: path.join(this.#folder, 'postgres'),
      logFile: path.join(this.#folder, 'logs', 'postgres.log'),
      password: 'chaos-super',
      ...(this.#server && { port: this.#server.port }),
      settings: { max_connections: MAX_CONNECTIONS },
    });
  }

  /** Stops PostgreSQL, which disconnects all clients. */
  async stop() {
    await this.#server?.stop();
  }

  /** Kills all of PostgreSQL's processes, as a power failure would. */
  async kill() {
    this.signal('SIGKILL');
    await this.#running.ended;
  }

  /** Kills one of PostgreSQL's processes, and waits until PostgreSQL has ended all others and recovered. */
  async killBackend(/** @type {number} */ pid) {
    if (this.#processes().includes(pid)) signal(pid, 'SIGKILL');
    await pause(RECOVERY_MS);
    const answers = () => withClient(this.url, (client) => client.query('select')).catch(() => false);
    await poll(answers, { timeoutMs: START_MS });
  }

  signal(/** @type {NodeJS.Signals} */ name) {
    for (const pid of this.#processes()) signal(pid, name);
  }

  /** Copies the stopped database. */
  async copy() {
    await cp(this.#data, `${this.#data}.copy`, { recursive: true, preserveTimestamps: true });
  }

  /** Replaces the stopped database with its copy. */
  async restoreCopy() {
    await rm(this.#data, { recursive: true });
    await cp(`${this.#data}.copy`, this.#data, { recursive: true, preserveTimestamps: true });
  }

  get #running() {
    if (this.#server === undefined) throw new Error('the database was never started');
    return this.#server;
  }

  get #data() {
    return clusterDir(this.#running.relocatedTo ?? path.join(this.#folder, 'postgres'));
  }

  #processes() {
    const { pid } = this.#running;
    return [pid, ...processIds().filter((each) => parentOf(each) === pid)];
  }
}

function parentOf(/** @type {number} */ pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}
