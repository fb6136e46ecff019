// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The times of one test file in milliseconds, as `api/test/harness/timed-environment.mjs` records them.
 * @typedef {{ file: string, totalMs: number, times: Record<string, number> }} FileTimes
 */

const FILES_SHOWN = 40;

/**
 * Prints how long the tests took, by cause and by file. Files run in parallel, so the sums exceed the duration of the
 * run.
 */
export function printTimes(/** @type {string} */ folder) {
  const files = readReports(folder);
  const run = readRun(folder);
  console.log('\nTime by cause, summed over all test files:');
  for (const [cause, ms] of byCause(files, run)) console.log(`  ${seconds(ms)}  ${cause}`);
  console.log(`\nTime by file (the ${FILES_SHOWN} longest of ${files.length}):`);
  for (const { file, totalMs, times } of files.slice(0, FILES_SHOWN)) {
    const causes = Object.entries(times)
      .sort(([, a], [, b]) => b - a)
      .map(([cause, ms]) => `${cause} ${seconds(ms).trim()}`);
    console.log(`  ${seconds(totalMs)}  ${file}  (${causes.join(', ')})`);
  }
}

/** @returns {FileTimes[]} longest first */
function readReports(/** @type {string} */ folder) {
  return readdirSync(folder)
    .filter((name) => name !== RUN)
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
    .sort((a, b) => b.totalMs - a.totalMs);
}

const RUN = 'run.json';

/** @returns {{ setupMs: number, hashingMs: number }} */
function readRun(/** @type {string} */ folder) {
  const file = readdirSync(folder).find((name) => name === RUN);
  return file ? JSON.parse(readFileSync(path.join(folder, file), 'utf8')) : { setupMs: 0, hashingMs: 0 };
}

function byCause(
  /** @type {FileTimes[]} */ files,
  /** @type {{ setupMs: number, hashingMs: number }} */ run,
) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  const add = (/** @type {string} */ cause, /** @type {number} */ ms) =>
    sums.set(cause, (sums.get(cause) ?? 0) + ms);
  for (const { totalMs, times } of files) {
    const known = Object.values(times).reduce((sum, ms) => sum + ms, 0);
    for (const [cause, ms] of Object.entries(times)) add(cause, ms);
    add('the tests themselves', Math.max(0, totalMs - known));
  }
  add('build, PostgreSQL and its template (once)', run.setupMs);
  add('argon2 in hosted programs (part of the above)', run.hashingMs);
  return [...sums].sort(([, a], [, b]) => b - a);
}

const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1).padStart(7)} s`;
