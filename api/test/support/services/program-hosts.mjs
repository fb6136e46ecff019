// @ts-check
import { fork } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inRoot } from '../../../../infra/local/paths.mjs';

const HOST = fileURLToPath(new URL('program-host.mjs', import.meta.url));
const FOLLOW_PARENT = new URL('../../../../infra/local/follow-parent.mjs', import.meta.url).href;
const STOP_WITHIN_MS = 10_000;

/**
 * @typedef {'api' | 'worker'} Program
 * @typedef {{ id: number, hashingMs?: number, error?: string } | { ready: true }} Reply
 * @typedef {{ resolve: () => void, reject: (error: Error) => void }} Waiting
 */

/** One host process and the requests it has not answered yet. */
class ProgramHost {
  /** Replies still to come, by the id of their request. @type {Map<number, Waiting>} */
  #waiting = new Map();
  #nextId = 1;
  hashingMs = 0;
  /** The program that runs here, by its number. @type {number | undefined} */
  program;

  /**
   * @param {import('node:child_process').ChildProcess} child
   * @param {string} logFile
   */
  constructor(child, logFile) {
    this.child = child;
    this.logFile = logFile;
    this.ready = new Promise((resolve, reject) => {
      child.on('message', (/** @type {Reply} */ reply) => {
        if ('ready' in reply) resolve(undefined);
        else this.#settle(reply);
      });
      child.once('exit', (code, signal) => {
        const error = new Error(`the program host ended (${signal ?? code}); its output is in ${logFile}`);
        reject(error);
        for (const { reject: fail } of this.#waiting.values()) fail(error);
        this.#waiting.clear();
      });
    });
    // A failure is reported to whoever starts a program.
    this.ready.catch(() => undefined);
  }

  get hasEnded() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** @param {{ start: object } | { stop: true }} request */
  async send(request) {
    await this.ready;
    const id = this.#nextId++;
    /** @type {Promise<void>} */
    const reply = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.child.send({ id, ...request });
    await reply;
  }

  #settle(/** @type {Exclude<Reply, { ready: true }>} */ { id, hashingMs, error }) {
    this.hashingMs = hashingMs ?? this.hashingMs;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve();
    else waiting?.reject(new Error(error));
  }

  /** Ends the process and waits until it is gone. */
  async end(/** @type {'SIGTERM' | 'SIGKILL'} */ signal) {
    if (this.hasEnded) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    const force = setTimeout(() => this.child.kill('SIGKILL'), STOP_WITHIN_MS);
    this.child.kill(signal);
    await ended;
    clearTimeout(force);
  }
}

/**
 * The host processes of a test run. A host runs one program at a time, because libraries such as Passport keep state for
 * the whole process; a program that starts while all hosts are busy gets a new one.
 */
export class ProgramHosts {
  /** @type {ProgramHost[]} */
  #hosts = [];
  /** @type {Set<ProgramHost>} */
  #idle = new Set();
  #nextProgram = 1;

  /** @param {string} folder where their output goes */
  constructor(folder) {
    this.folder = folder;
  }

  /**
   * Starts a program; resolves when it is ready.
   * @param {{ program: Program, env: NodeJS.ProcessEnv }} request
   * @returns {Promise<{ id: number, logFile: string, logFrom: number }>} `logFrom`: how long the log file was
   */
  async start({ program, env }) {
    const host = this.#take();
    const logFrom = statSync(host.logFile).size;
    try {
      await host.send({ start: { program, env } });
    } catch (error) {
      // What a failed start leaves behind is unknown, so nobody gets this host again.
      await host.end('SIGKILL');
      throw error;
    }
    host.program = this.#nextProgram++;
    return { id: host.program, logFile: host.logFile, logFrom };
  }

  /** Stops a program, if it still runs. Its host is then free for another. */
  async stop(/** @type {number} */ id) {
    const host = this.#release(id);
    if (!host || host.hasEnded) return;
    await host.send({ stop: true });
    this.#idle.add(host);
  }

  /** Kills the host of a program, if it still runs, the way a power cut would. */
  async kill(/** @type {number} */ id) {
    await this.#release(id)?.end('SIGKILL');
  }

  /** The host of a program, which nobody can stop or kill a second time. */
  #release(/** @type {number} */ id) {
    const host = this.#hosts.find(({ program }) => program === id);
    if (host) host.program = undefined;
    return host;
  }

  get hashingMs() {
    return this.#hosts.reduce((sum, { hashingMs }) => sum + hashingMs, 0);
  }

  async close() {
    await Promise.all(this.#hosts.map((host) => host.end('SIGTERM')));
  }

  #take() {
    const host = [...this.#idle].find(({ hasEnded }) => !hasEnded) ?? this.#fork();
    this.#idle.delete(host);
    return host;
  }

  #fork() {
    const logFile = path.join(this.folder, `host-${this.#hosts.length}.log`);
    const log = openSync(logFile, 'a');
    const child = fork(HOST, [], {
      cwd: inRoot('.'),
      execArgv: ['--import', FOLLOW_PARENT],
      env: { PATH: process.env.PATH },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    child.unref();
    child.channel?.unref();
    const host = new ProgramHost(child, logFile);
    this.#hosts.push(host);
    return host;
  }
}
