// @ts-check
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { inRoot } from '../local/paths.mjs';
import { freePort } from '../local/ports.mjs';
import { poll } from '../local/wait.mjs';

const SETPRIV = '/usr/bin/setpriv';
const READY_MS = 30_000;

/** A Redis with production settings. On Linux, it ends with this process. */
export class Redis {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  #port = 0;
  #folder;
  #password = randomBytes(16).toString('hex');

  constructor(/** @type {string} */ folder) {
    this.#folder = folder;
  }

  get url() {
    return `redis://:${this.#password}@127.0.0.1:${this.#port}/0`;
  }

  /** Starts Redis. A restart uses the same port and loads the saved data. */
  async start() {
    const passwordFile = path.join(this.#folder, 'password');
    if (this.#port === 0) {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(passwordFile, this.#password, { mode: 0o600 });
      this.#port = await freePort();
    }
    const settings = ['--bind', '127.0.0.1', '--port', String(this.#port), '--dir', this.#folder];
    const command = ['sh', inRoot('infra/redis/start.sh'), passwordFile, ...settings];
    const [file = '', ...args] = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', ...command] : command;
    this.#child = spawn(file, args, { stdio: 'ignore' });
    // Redis accepts connections while it is still loading its file.
    const isReady = () => this.#answers('PING', '+PONG').catch(() => false);
    if (!(await poll(isReady, { timeoutMs: READY_MS }))) throw new Error("Redis didn't become ready");
  }

  signal(/** @type {NodeJS.Signals} */ name) {
    if (!this.#child?.kill(name)) throw new Error("Redis isn't running");
  }

  /** Sends a command that has no spaces in its arguments. Rejects if Redis refuses it. */
  async command(/** @type {string} */ text) {
    if (!(await this.#answers(text, '+OK'))) throw new Error(`Redis refused ${text}`);
  }

  /** Whether Redis replies to a command with `expected`. */
  async #answers(/** @type {string} */ text, /** @type {string} */ expected) {
    const socket = net.connect(this.#port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.end(`AUTH ${this.#password}\r\n${text}\r\n`);
    await once(socket, 'close');
    return answer === `+OK\r\n${expected}\r\n`;
  }

  /** Kills Redis as a power failure does. */
  async kill() {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}
