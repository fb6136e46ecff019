// @ts-check
import { statSync } from 'node:fs';
import path from 'node:path';
import { HostProcess } from './host-process.mjs';

/** @typedef {'api' | 'worker'} Program */

/**
 * The host processes of a test run. A host runs one program at a time, because libraries such as Passport keep state
 * for the whole process; a program that starts while all hosts are busy gets a new host.
 */
export class ProgramHosts {
  /** @type {HostProcess[]} */
  #hosts = [];
  /** @type {Set<HostProcess>} */
  #idle = new Set();
  /** The hosts of the running programs, by program number. @type {Map<number, HostProcess>} */
  #busy = new Map();
  #nextProgram = 1;

  /** @param {string} folder where the hosts' output goes */
  constructor(folder) {
    this.folder = folder;
  }

  /**
   * Starts a program; resolves when it is ready.
   * @param {{ program: Program, env: NodeJS.ProcessEnv }} request
   * @returns {Promise<{ id: number, logFile: string, logFrom: number }>} `logFrom`: the log file's length before the start
   */
  async start({ program, env }) {
    const host = this.#take();
    try {
      // What the host prints while it loads the modules belongs to no program.
      await host.ready;
      const logFrom = statSync(host.logFile).size;
      await host.send({ start: { program, env } });
      const id = this.#nextProgram++;
      this.#busy.set(id, host);
      return { id, logFile: host.logFile, logFrom };
    } catch (error) {
      // A failed start leaves an unknown state, so this host is not used again.
      await host.end('SIGKILL');
      throw error;
    }
  }

  /** Stops a program if it is still running. Its host is then free for another program. */
  async stop(/** @type {number} */ id) {
    const host = this.#release(id);
    if (!host || host.hasEnded) return;
    await host.send({ stop: true });
    this.#idle.add(host);
  }

  /** Kills a program's host with SIGKILL if the program is still running. */
  async kill(/** @type {number} */ id) {
    await this.#release(id)?.end('SIGKILL');
  }

  get hashingMs() {
    return this.#hosts.reduce((sum, { hashingMs }) => sum + hashingMs, 0);
  }

  async close() {
    await Promise.all(this.#hosts.map((host) => host.end('SIGTERM')));
  }

  /** Returns a program's host and forgets it, so the program can't be stopped or killed twice. */
  #release(/** @type {number} */ id) {
    const host = this.#busy.get(id);
    this.#busy.delete(id);
    return host;
  }

  #take() {
    const host = [...this.#idle].find(({ hasEnded }) => !hasEnded) ?? this.#fork();
    this.#idle.delete(host);
    return host;
  }

  #fork() {
    const host = new HostProcess(
      'program-host.mjs',
      path.join(this.folder, `host-${this.#hosts.length}.log`),
    );
    this.#hosts.push(host);
    return host;
  }
}
