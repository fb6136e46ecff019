// @ts-check
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { inRoot } from '../local/paths.mjs';
import { freePort } from '../local/ports.mjs';
import { postgresAccount } from '../local/postgres/account.mjs';
import { Problem } from '../local/problem.mjs';
import { isAlive, signal } from '../local/processes.mjs';
import { run } from '../local/run.mjs';
import { poll } from '../local/wait.mjs';
import { Machine } from './machine.mjs';
import { Network } from './network.mjs';

/** @typedef {{ name: string, role: string, state: string, timeline?: number, lag?: number | string }} Member */

const NAMES = ['node1', 'node2', 'node3'];
const START_MS = 120_000;
const ASK_MS = 1_000;

/** Three machines with a replicated PostgreSQL, and the proxy that sends clients to the leader. */
export class Cluster {
  #folder;
  #network;
  /** @type {Machine[]} */
  machines = [];
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #proxy;
  #password = '';
  #port = 0;
  #standbysPort = 0;

  /**
   * @param {string} folder
   * @param {string} id of the cluster's network, at most eleven characters
   */
  constructor(folder, id) {
    this.#folder = folder;
    this.#network = new Network(id);
  }

  /** The superuser's URL, which connects to the leader. */
  get url() {
    return `postgres://postgres:${this.#password}@127.0.0.1:${this.port}/postgres`;
  }

  get port() {
    return this.#port;
  }

  /** The proxy's port for connections to a standby. */
  get standbysPort() {
    return this.#standbysPort;
  }

  /** Turns all machines on, and waits until there are a leader and two standbys. */
  async start() {
    mkdirSync(this.#folder, { recursive: true });
    chmodSync(this.#folder, 0o711);
    const passwordFile = this.#passwordFile;
    this.#password = passwordIn(passwordFile);
    this.#network.start();
    const addresses = NAMES.map((_, index) => this.#network.addressOf(index + 1));
    const members = NAMES.map((name, index) => `${name}=${addresses[index]}`).join(' ');
    this.machines = NAMES.map((name, index) => {
      const address = addresses[index] ?? '';
      this.#network.add(name, address);
      const folder = path.join(this.#folder, name);
      const shared = { network: this.#network, members, passwordFile, repository: this.#repository };
      return new Machine({ name, address, folder, ...shared });
    });
    for (const machine of this.machines) machine.start();
    await this.#startProxy(addresses);
    await this.untilHealthy();
    await this.#prepareRepository();
  }

  /** The folder of the backup repository. It stands in for a bucket that all machines reach. */
  get #repository() {
    return path.join(this.#folder, 'repository');
  }

  /** The environment that pgBackRest and `npm run backup` need on a machine. @returns {Record<string, string>} */
  backupEnv(/** @type {Machine} */ { name, address }) {
    const [PGPASSWORD = '', , passphrase = ''] = readFileSync(this.#passwordFile, 'utf8').split('\n');
    return {
      ...{ PGBACKREST_CONFIG: inRoot('infra/backup/pgbackrest.conf'), PGBACKREST_STANZA: 'moniker' },
      ...{ PGBACKREST_REPO1_PATH: this.#repository, PGBACKREST_REPO1_CIPHER_PASS: passphrase },
      PGBACKREST_LOCK_PATH: path.join(this.#folder, name, 'lock'),
      PGBACKREST_PG1_PATH: path.join(this.#folder, name, 'data'),
      ...{ PGHOST: address, PGUSER: 'postgres', PGPASSWORD },
    };
  }

  get #passwordFile() {
    return path.join(this.#folder, 'passwords');
  }

  /** Creates the backup repository, so the leader can archive the WAL that it has kept until now. */
  async #prepareRepository() {
    const account = postgresAccount();
    const env = { PATH: process.env.PATH, ...this.backupEnv(await this.knownLeader()) };
    mkdirSync(this.#repository, { recursive: true, mode: 0o700 });
    if (account) chownSync(this.#repository, account.uid, account.gid);
    const { code, output } = await run('pgbackrest', ['--no-online', 'stanza-create'], {
      ...account,
      cwd: '/',
      env,
    });
    if (code !== 0) throw new Problem(`The backup repository couldn't be created: ${output}`);
  }

  async #startProxy(/** @type {string[]} */ [first, second, third]) {
    this.#port ||= await freePort();
    this.#standbysPort ||= await freePort();
    const log = openSync(path.join(this.#folder, 'haproxy.log'), 'a', 0o600);
    const command = ['haproxy', '-db', '-f', inRoot('infra/ha/haproxy.cfg')];
    this.#proxy = spawn('setpriv', ['--pdeathsig', 'KILL', ...command], {
      env: {
        ...process.env,
        LISTEN: `127.0.0.1:${this.#port}`,
        LISTEN_STANDBYS: `127.0.0.1:${this.#standbysPort}`,
        ...{ NODE_1: first, NODE_2: second, NODE_3: third },
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
  }

  /** Waits until the leader has two standbys without lag, one of them synchronous. */
  async untilHealthy() {
    const healthy = await poll(
      async () => {
        const members = await this.members();
        const following = members.filter(
          ({ role, state, lag }) =>
            role !== 'leader' && ['running', 'streaming'].includes(state) && lag === 0,
        );
        return following.length === 2 && members.some(({ role }) => role === 'sync_standby');
      },
      { timeoutMs: START_MS, everyMs: 250 },
    );
    if (!healthy) throw new Problem(`The cluster isn't healthy: ${JSON.stringify(await this.members())}`);
  }

  /** The leader's view of all machines; empty if no machine leads or the leader has no etcd. @returns {Promise<Member[]>} */
  async members() {
    const leader = await this.leader();
    const answer = leader && (await ask(leader.address, '/cluster'));
    return answer?.members ?? [];
  }

  /** The machine that leads, if there is one. */
  leader() {
    return this.leaderAmong(this.machines);
  }

  /** Returns the leader. @throws Problem no machine leads */
  async knownLeader() {
    const leader = await this.leader();
    if (leader === undefined) throw new Problem('No machine leads.');
    return leader;
  }

  /**
   * The leader among these machines, or undefined. Asks each machine about itself, because what machines know about
   * each other may be out of date.
   */
  async leaderAmong(/** @type {readonly Machine[]} */ machines) {
    const answers = await Promise.all(
      machines.map(({ address }) => ask(address, '/primary', { method: 'OPTIONS' })),
    );
    return machines.find((_, index) => answers[index] !== undefined);
  }

  /** The standby that each commit waits for. */
  async synchronousStandby() {
    const name = (await this.members()).find(({ role }) => role === 'sync_standby')?.name;
    const standby = this.machines.find((machine) => machine.name === name);
    if (standby === undefined) throw new Problem("There's no synchronous standby.");
    return standby;
  }

  /** Makes the synchronous standby the leader. */
  async switchover() {
    const [leader, standby] = [await this.knownLeader(), await this.synchronousStandby()];
    const response = await fetch(`http://${leader.address}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate: standby.name }),
    });
    if (!response.ok) throw new Problem(`Patroni refused to switch: ${await response.text()}`);
  }

  /** Turns everything off. The data stays. */
  async stop() {
    this.#network.stop();
    const pid = this.#proxy?.pid;
    if (pid === undefined) return;
    signal(pid, 'SIGKILL');
    await poll(() => !isAlive(pid), { timeoutMs: 5_000 });
  }
}

/**
 * Reads the superuser's password. Creates the file if necessary, with two more passwords: for replication and for
 * backups.
 */
function passwordIn(/** @type {string} */ file) {
  const secret = () => randomBytes(24).toString('base64url');
  if (!existsSync(file)) writeFileSync(file, `${secret()}\n${secret()}\n${secret()}\n`, { mode: 0o644 });
  return readFileSync(file, 'utf8').split('\n')[0] ?? '';
}

/** Patroni's response; undefined if it is an error or doesn't arrive. */
async function ask(/** @type {string} */ address, /** @type {string} */ question, { method = 'GET' } = {}) {
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    const response = await fetch(`http://${address}:8008${question}`, { method, signal });
    if (!response.ok) return undefined;
    return method === 'GET' ? await response.json() : {};
  } catch {
    return undefined;
  }
}
