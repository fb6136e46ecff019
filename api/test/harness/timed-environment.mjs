// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import { COVERAGE_ENV } from '../../../infra/local/testing/process-coverage.mjs';
import { disableAsyncStorages } from './async-storages.mjs';

// Every process that a test starts inherits these variables. They don't affect this process, because it has already
// started.
Object.assign(process.env, COVERAGE_ENV);

/**
 * Playwright is loaded once per Jest worker instead of once per test file, because it is large and keeps no state
 * between files.
 */
const connectToChromium = async (/** @type {string} */ address, /** @type {number} */ timeout) =>
  (await import('./browser-connection.mjs')).connectToChromium(address, timeout);

/**
 * Jest's Node environment, with `monikerBrowser` for test files. If MONIKER_TEST_TIMES names a folder, writes a report
 * for each test file to that folder: the time spent loading the file's modules, and the time spent in each category of
 * `measure.ts`.
 */
export default class TimedEnvironment extends TestEnvironment {
  /** @type {Record<string, number>} */
  #times = {};
  #started = performance.now();

  /**
   * @param {import('@jest/environment').JestEnvironmentConfig} config
   * @param {import('@jest/environment').EnvironmentContext} context
   */
  constructor(config, context) {
    super(config, context);
    this.file = path.relative(config.globalConfig.rootDir, context.testPath);
    const add = (/** @type {string} */ cause, /** @type {number} */ ms) => {
      this.#times[cause] = (this.#times[cause] ?? 0) + ms;
    };
    Object.assign(this.global, { monikerTimes: { add }, monikerBrowser: connectToChromium });
  }

  /** @param {{ name: string }} event */
  handleTestEvent({ name }) {
    if (name === 'run_start') this.#times['loading modules'] = performance.now() - this.#started;
  }

  /** @override */
  async teardown() {
    await this.global.monikerTeardown?.();
    const folder = process.env.MONIKER_TEST_TIMES;
    if (folder) {
      mkdirSync(folder, { recursive: true });
      const report = { file: this.file, totalMs: performance.now() - this.#started, times: this.#times };
      writeFileSync(path.join(folder, `${encodeURIComponent(this.file)}.json`), JSON.stringify(report));
    }
    await super.teardown();
    disableAsyncStorages();
  }
}
