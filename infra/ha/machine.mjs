// @ts-check
import { spawn } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { postgresAccount } from '../local/postgres/account.mjs';
import { commandOf, signal } from '../local/processes.mjs';
import { inRoot } from '../local/paths.mjs';
import { poll } from '../local/wait.mjs';
import { limitWritesOf } from './slow-disk.mjs';

/** How each program's command line begins. */
const PROGRAMS = {
  any: /^/,
  etcd: /^(?:\S*\/)?etcd /,
  patroni: /^\S*python3? \S*patroni /,
  postgres: /^(?:\S*\/)?postgres[: ]/,
};

/**
 * A machine of the cluster: a network namespace and a process namespace in which etcd and Patroni run as on a real
 * machine. It ends with this process.
 */
export class Machine {
  #network;
  #options;
  #blocked = /** @type {string[]} */ ([]);

  /**
   * @param {object} options
   * @param {string} options.name
   * @param {string} options.address
   * @param {import('./network.mjs').Network} options.network
   * @param {string} options.folder
   * @param {string} options.members names and addresses of all machines
   * @param {string} options.passwordFile
   * @param {string} options.repository folder of the backup repository
   */
  constructor(options) {
    this.#options = options;
    this.#network = options.network;
  }

  get name() {
    return this.#options.name;
  }

  get address() {
    return this.#options.address;
  }

  /** Turns the machine on. */
  start() {
    const { name, address, folder, members, passwordFile, repository } = this.#options;
    const account = postgresAccount();
    this.prepareDisk();
    this.#network.connect(name);
    const log = openSync(`${folder}.log`, 'a', 0o600);
    const command = [
      ...['setpriv', '--pdeathsig', 'KILL'],
      ...this.#network.inside(name),
      ...['unshare', '--pid', '--mount-proc', '--fork', '--kill-child=KILL'],
      ...(account ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : []),
      ...['sh', inRoot('infra/ha/start-node.sh')],
    ];
    const [file = '', ...args] = command;
    const child = spawn(file, args, {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        LANG: 'C.UTF-8',
        ...{ NAME: name, ADDRESS: address, MEMBERS: members, FOLDER: folder, PASSWORDS_FILE: passwordFile },
        PGBACKREST_REPO1_PATH: repository,
      },
      stdio: ['ignore', log, log],
      detached: true,
    });
    child.unref();
    closeSync(log);
  }

  /** Cuts the machine's power: its network goes down immediately and its processes are killed. */
  async kill() {
    this.#network.disconnect(this.name);
    this.signal('SIGKILL');
    await poll(() => this.#processes().length === 0, { timeoutMs: 10_000 });
  }

  /** Kills the machine and deletes its disk. */
  async destroy() {
    await this.kill();
    rmSync(this.#options.folder, { recursive: true });
  }

  /** Creates the machine's folder if it doesn't exist. */
  prepareDisk() {
    const account = postgresAccount();
    mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 });
    if (account) chownSync(this.#options.folder, account.uid, account.gid);
  }

  /** Lets Patroni and PostgreSQL run, or stops them; etcd always runs. */
  switchPatroni(/** @type {boolean} */ isOn) {
    const file = `${this.#options.folder}/patroni-off`;
    if (isOn) rmSync(file, { force: true });
    else writeFileSync(file, '');
  }

  /** Cuts the machine off from the other machines in both directions. Clients can still reach it. */
  partition(/** @type {readonly Machine[]} */ others) {
    for (const { address } of others) {
      this.#network.route(this.name, ['add', 'blackhole', address]);
      this.#blocked.push(address);
    }
  }

  /** Undoes all faults: turns the machine on, resumes its processes, and reconnects it to the others. */
  heal() {
    if (this.#processes().length === 0) this.start();
    this.signal('SIGCONT');
    for (const address of this.#blocked.splice(0)) {
      this.#network.route(this.name, ['del', 'blackhole', address]);
    }
  }

  /** Sends a signal to all of the machine's processes, or only to those of a program. */
  signal(/** @type {NodeJS.Signals} */ name, /** @type {keyof typeof PROGRAMS} */ program = 'any') {
    for (const pid of this.#processes()) {
      if (PROGRAMS[program].test(commandOf(pid))) signal(pid, name);
    }
  }

  /**
   * Limits the machine's processes to `perSecond` writes a second. Returns a function that lifts the limit.
   * @returns {() => void}
   */
  limitWrites(/** @type {number} */ perSecond) {
    return limitWritesOf(this.#processes(), this.#options.folder, perSecond);
  }

  #processes() {
    return this.#network.processesOf(this.name);
  }
}
