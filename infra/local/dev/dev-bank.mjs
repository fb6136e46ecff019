// @ts-check
import { startBank } from '../bank.mjs';
import { deathOf } from '../launch.mjs';
import { PROGRAMS } from './transpiler.mjs';

/** @typedef {import('../service.mjs').Service} Service */

const SOURCE_MAPS = '--enable-source-maps';
const DEBUG_PORTS = { api: 9229, worker: 9230 };

/**
 * The API and the worker of `npm run dev`, which restart after changes. If one ends and this object didn't stop it, it
 * has crashed.
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
   * Starts the API and the worker, or restarts them if they run. Resolves when both are ready.
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

/** Stack traces and debuggers show the TypeScript sources. */
function nodeArgs(/** @type {boolean} */ inspect) {
  const argsOf = (/** @type {number} */ port) =>
    inspect ? [SOURCE_MAPS, `--inspect=127.0.0.1:${port}`] : [SOURCE_MAPS];
  return { api: argsOf(DEBUG_PORTS.api), worker: argsOf(DEBUG_PORTS.worker) };
}
