// @ts-check
import { fork } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inRoot } from '../../../../infra/local/paths.mjs';
import {
  COVERAGE_ENV,
  COVERAGE_FLAGS,
  saveCoverage,
} from '../../../../infra/local/testing/process-coverage.mjs';

const FOLLOW_PARENT = new URL('../../../../infra/local/follow-parent.mjs', import.meta.url).href;
// With more room for young objects, loading the product triggers less garbage collection, which saves a sixth of the
// time.
const V8_FLAGS = ['--min-semi-space-size=16'];
const STOP_WITHIN_MS = 10_000;
/** Enough for a crash report from Node. */
const REPORTED_CHARACTERS = 4_000;

/**
 * @typedef {{ id: number, hashingMs?: number, result?: unknown, error?: string } | { ready: true }} Reply
 * @typedef {{ resolve: (result: unknown) => void, reject: (error: Error) => void }} PendingRequest
 */

/** A child process that has the product's modules loaded, and the requests it has not answered yet. */
export class HostProcess {
  /** The requests without a reply, by id. @type {Map<number, PendingRequest>} */
  #pending = new Map();
  #nextId = 1;
  #child;
  /** Resolves when the modules are loaded. */
  ready;
  /** Milliseconds that the child process has spent hashing passwords. */
  hashingMs = 0;

  /**
   * @param {string} script name of a file in this folder
   * @param {string} logFile receives the script's output
   */
  constructor(script, logFile) {
    this.logFile = logFile;
    const log = openSync(logFile, 'a');
    this.#child = fork(fileURLToPath(new URL(script, import.meta.url)), [], {
      cwd: inRoot('.'),
      execArgv: ['--import', FOLLOW_PARENT, ...V8_FLAGS, ...COVERAGE_FLAGS],
      env: { PATH: process.env.PATH, ...COVERAGE_ENV },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.#child.unref();
    this.#child.channel?.unref();
    this.ready = this.#listen();
    // Prevents an unhandled rejection. Callers that await `ready` still get the failure.
    this.ready.catch(() => undefined);
  }

  get hasEnded() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /**
   * @param {object} request
   * @returns {Promise<unknown>} the result that the host replies with
   */
  async send(request) {
    await this.ready;
    const id = this.#nextId++;
    const reply = new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    this.#child.send({ id, ...request });
    return await reply;
  }

  /** Saves the coverage, ends the process and waits until it is gone. */
  async end(/** @type {'SIGTERM' | 'SIGKILL'} */ signal) {
    if (this.hasEnded) return;
    await saveCoverage(this.#child);
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    const force = setTimeout(() => this.#child.kill('SIGKILL'), STOP_WITHIN_MS);
    this.#child.kill(signal);
    await ended;
    clearTimeout(force);
  }

  /** @returns {Promise<void>} resolves when the modules are loaded */
  #listen() {
    return new Promise((resolve, reject) => {
      this.#child.on('message', (/** @type {Reply} */ reply) => {
        if ('ready' in reply) resolve();
        else this.#settle(reply);
      });
      this.#child.once('exit', (code, signal) => {
        const error = new Error(`a host process ended (${signal ?? code}):\n${endOf(this.logFile)}`);
        reject(error);
        for (const { reject: fail } of this.#pending.values()) fail(error);
        this.#pending.clear();
      });
    });
  }

  #settle(/** @type {Exclude<Reply, { ready: true }>} */ { id, hashingMs, result, error }) {
    this.hashingMs = hashingMs ?? this.hashingMs;
    const request = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) request?.resolve(result);
    else request?.reject(new Error(error));
  }
}

/** Returns the end of a host's output for an error message, because the log file is deleted at the end of the run. */
function endOf(/** @type {string} */ logFile) {
  return existsSync(logFile) ? readFileSync(logFile, 'utf8').slice(-REPORTED_CHARACTERS) : '';
}
