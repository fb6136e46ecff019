// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';

/** Where `npm test -- --coverage` collects raw V8 coverage, as Node and `page-coverage.ts` write it. */
export const COVERAGE_FOLDER = process.env.MONIKER_TEST_COVERAGE;

/** Environment that makes a Node process, its threads and its children write their coverage when they exit. */
export const COVERAGE_ENV = COVERAGE_FOLDER ? { NODE_V8_COVERAGE: COVERAGE_FOLDER } : {};

/** Node options that let `saveCoverage` reach a process. */
export const COVERAGE_FLAGS = COVERAGE_FOLDER
  ? ['--import', new URL('coverage-on-signal.mjs', import.meta.url).href]
  : [];

/** How long a process may take to write its coverage. A hung or stopped process loses its coverage. */
const LIMIT_MS = 10_000;

/**
 * Makes a process that was started with `COVERAGE_FLAGS` and an IPC channel write its coverage. Call this before ending
 * the process with a signal, because a killed process writes nothing.
 * @param {import('node:child_process').ChildProcess} child
 */
export async function saveCoverage(child) {
  if (!COVERAGE_FOLDER || child.exitCode !== null || child.signalCode !== null) return;
  const limit = new AbortController();
  const saved = new Promise((resolve) => {
    child.once('exit', resolve);
    child.on('message', (message) => isSaved(message) && resolve(undefined));
  });
  child.kill('SIGUSR2');
  await Promise.race([saved, sleep(LIMIT_MS, undefined, { signal: limit.signal }).catch(() => undefined)]);
  limit.abort();
}

const isSaved = (/** @type {unknown} */ message) =>
  typeof message === 'object' && message !== null && 'coverageSaved' in message;
