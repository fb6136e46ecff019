// @ts-check
import { startBank } from '../bank.mjs';
import { deathOf } from '../launch.mjs';
import { PROGRAMS } from './transpiler.mjs';

/** @typedef {import('../service.mjs').Service} Service */

const SOURCE_MAPS = '--enable-source-maps';
const DEBUG_PORTS = { api: 9229, worker: 9230 };

/**
 * Runs the API and the worker of `npm run dev`, and restarts both on request. Calls `onCrash` if one of them ends by
 * itself after both were ready.
 */
export class DevBank {
  /** @type {Service[]} */
  #services = [];
  #closed = false;
  #options;

  /** @param {{ env: NodeJS.ProcessEnv, port: number, dataFolder: string, inspect: boolean, onCrash: (message: string) => void }} options */
  constructor(options) {
    this.#options = options;
  }

  /**
   * Starts the API and the worker, or restarts them if they are running. Resolves when both are ready.
   *
   * @throws Problem one of them ended, or did not become ready
   */
  async restart() {
    await this.#stop();
    if (this.#closed) return;
    const { inspect, ...options } = this.#options;
    const { services, ready } = startBank({ ...options, programs: PROGRAMS, nodeArgs: nodeArgs(inspect) });
    this.#services = services;
    await ready();
    for (const service of services) void deathOf(service).then((message) => this.#report(service, message));
  }

  /** Stops the API and the worker for good. */
  async close() {
    this.#closed = true;
    await this.#stop();
  }

  async #stop() {
    const services = this.#services;
    this.#services = [];
    await Promise.all(services.map((service) => service.stop()));
  }

  #report(/** @type {Service} */ service, /** @type {string} */ message) {
    if (this.#services.includes(service)) this.#options.onCrash(message);
  }
}

/** Node's arguments, which make stack traces and debuggers show the TypeScript sources. */
function nodeArgs(/** @type {boolean} */ inspect) {
  const argsOf = (/** @type {number} */ port) =>
    inspect ? [SOURCE_MAPS, `--inspect=127.0.0.1:${port}`] : [SOURCE_MAPS];
  return { api: argsOf(DEBUG_PORTS.api), worker: argsOf(DEBUG_PORTS.worker) };
}
