// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tailOf } from '../local/logs.mjs';
import { postgresAccount } from '../local/postgres/account.mjs';
import { withClient } from '../local/postgres/provision.mjs';
import { Problem } from '../local/problem.mjs';
import { endProcess, isAlive } from '../local/processes.mjs';
import { poll } from '../local/wait.mjs';
import { backupEnv } from './pgbackrest.mjs';

/** How long the replay of WAL may take. */
const REPLAY_MS = 24 * 60 * 60 * 1_000;
const STOP_MS = 60_000;
/** Classes of SQLSTATE codes for login errors that don't go away. */
const REFUSED = /^(28|3D)/;
/** The port in the socket's name. It replaces the port in the restored settings. */
const PORT = 5432;

/**
 * Settings that pgBackRest writes for recovery. If they stayed, a standby that is copied from this server would replay
 * WAL only up to the restored time.
 */
const RECOVERY_SETTINGS = [
  ...['restore_command', 'recovery_target_time', 'recovery_target_action', 'recovery_target_timeline'],
];

/**
 * A PostgreSQL server that runs on restored files. It listens only on a socket in a separate folder, which only root
 * and the server's own account can enter. It archives nothing.
 */
export class PrivateServer {
  #data;
  /** Contains the server's configuration, log and socket. */
  folder = mkdtempSync(path.join(tmpdir(), 'moniker-restore-'));
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;

  constructor(/** @type {string} */ data) {
    this.#data = data;
    writeFileSync(this.#file('pg_hba.conf'), 'local all all trust\n', { mode: 0o644 });
    writeFileSync(this.#file('postgresql.conf'), '', { mode: 0o644 });
    const account = postgresAccount();
    if (account) chownSync(this.folder, account.uid, account.gid);
  }

  /** The URL of the bank's database. */
  urlOf(/** @type {string} */ user) {
    return this.#urlOf(user, 'moniker');
  }

  #urlOf(/** @type {string} */ user, /** @type {string} */ database) {
    return `postgres://${user}@localhost:${PORT}/${database}?host=${encodeURIComponent(this.folder)}`;
  }

  /** The superuser's URL for `template1`, a database that every server has even before it replays any WAL. */
  get #ownUrl() {
    return this.#urlOf(process.env.PGUSER || 'postgres', 'template1');
  }

  /**
   * Starts the server and waits until it has replayed the WAL. `to` is the point in time to restore to,
   * and only appears in a message.
   * @throws Problem the server exits first, refuses its superuser, or needs more than a day
   */
  async start(/** @type {string | undefined} */ to) {
    const log = openSync(this.#file('log'), 'a', 0o600);
    const child = spawn(this.#program('postgres'), ['-D', this.#data, ...this.#flags()], {
      ...postgresAccount(),
      // With this environment, the server's `restore_command` runs pgBackRest.
      ...{
        cwd: this.#data,
        env: { ...backupEnv(), PGBACKREST_PG1_PATH: this.#data },
        stdio: ['ignore', log, log],
      },
      detached: true,
    });
    closeSync(log);
    child.once('error', () => undefined);
    this.#process = child;
    const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
    const hasReplayed = () => (isRunning() ? this.#acceptsWrites() : true);
    if (!(await poll(hasReplayed, { timeoutMs: REPLAY_MS, everyMs: 500 })))
      throw new Problem(`The WAL wasn't replayed within a day:\n${tailOf(this.#file('log'))}`);
    if (isRunning()) return;
    if (readFileSync(this.#file('log'), 'utf8').includes('before configured recovery target was reached'))
      throw new Problem(
        `The archived WAL ends before ${to}, or has a gap. Choose an earlier time. To restore everything, leave out --to.`,
      );
    throw new Problem(`The restored server didn't start:\n${tailOf(this.#file('log'))}`);
  }

  /**
   * The WAL file in which the replay ended. The new timeline begins there, so the timeline's history file names the
   * position.
   */
  async lastReplayed() {
    return withClient(this.#ownUrl, async (client) => {
      const fileOf = async (/** @type {string} */ lsn) =>
        (await client.query(`select pg_walfile_name(${lsn}) as name`)).rows[0].name;
      const timeline = (await fileOf('pg_current_wal_lsn()')).slice(0, 8);
      const history = readFileSync(path.join(this.#data, 'pg_wal', `${timeline}.history`), 'utf8');
      const [, former = '', lsn = ''] =
        history
          .trim()
          .split('\n')
          .at(-1)
          ?.match(/^(\d+)\t(\S+)/) ?? [];
      const file = await fileOf(`'${lsn}'`);
      return Number(former).toString(16).toUpperCase().padStart(8, '0') + file.slice(8);
    });
  }

  /** Removes the recovery settings. */
  async finishRestore() {
    await withClient(this.#ownUrl, async (client) => {
      for (const name of RECOVERY_SETTINGS) await client.query(`alter system reset ${name}`);
    });
  }

  async stop() {
    const pid = this.#process?.pid;
    if (pid && isAlive(pid)) await endProcess(pid, { graceMs: STOP_MS, first: 'SIGINT', second: 'SIGQUIT' });
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #acceptsWrites() {
    try {
      return await withClient(this.#ownUrl, async (client) => {
        const { rows } = await client.query('select pg_is_in_recovery() as recovering');
        return rows[0]?.recovering === false;
      });
    } catch (error) {
      const { code = '', message } = /** @type {Error & { code?: string }} */ (error);
      if (!REFUSED.test(code)) return false;
      throw new Problem(`The restored server refuses its superuser: ${message}`);
    }
  }

  /**
   * Flags that replace the production server's configuration, which may be in another folder or need more memory than
   * this machine has.
   */
  #flags() {
    const settings = {
      ...{ config_file: this.#file('postgresql.conf'), hba_file: this.#file('pg_hba.conf') },
      ...{
        listen_addresses: '',
        port: PORT,
        unix_socket_directories: this.folder,
        unix_socket_permissions: '0700',
      },
      // Keeps the WAL and the new timeline's history file in the data folder. The production server's archive_command
      // will archive both. Without the history file in the backup repository, the next restore would reuse this
      // timeline's number.
      ...{ archive_mode: 'on', archive_command: '' },
      ...{ synchronous_standby_names: '', shared_preload_libraries: '' },
      ...this.#limits(),
    };
    return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  }

  /** The production server's limits. PostgreSQL doesn't replay WAL with lower limits. */
  #limits() {
    const control = spawnSync(this.#program('pg_controldata'), [this.#data], {
      ...{ encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
    }).stdout;
    const limits = [...control.matchAll(/^(max_\w+) setting: +(\d+)$/gm)];
    return Object.fromEntries(
      limits.map(([, name = '', value]) => [
        name.replace('_xacts', '_transactions').replace('_xact', '_transaction'),
        value,
      ]),
    );
  }

  /** The path of a PostgreSQL program, in the version that wrote the data folder. */
  #program(/** @type {string} */ name) {
    const version = readFileSync(path.join(this.#data, 'PG_VERSION'), 'utf8').trim();
    const bin = process.env.POSTGRES_BIN || `/usr/lib/postgresql/${version}/bin`;
    const program = path.join(bin, name);
    if (existsSync(program)) return program;
    throw new Problem(
      `${program} is missing. Install postgresql-${version}, or set POSTGRES_BIN to the folder of its programs.`,
    );
  }

  #file(/** @type {string} */ name) {
    return path.join(this.folder, name);
  }
}
