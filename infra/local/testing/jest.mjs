// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from '../paths.mjs';
import { run } from '../run.mjs';

/** Nothing takes this long unless it hangs. */
const LIMIT_MS = 20 * 60_000;

/**
 * Runs Jest and counts. A suite that could not run at all counts as one failed test, and so does Jest itself.
 * @param {string[]} args
 * @returns {Promise<import('./run-stage.mjs').Outcome>}
 */
export async function jest(args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'moniker-jest-'));
  const file = path.join(folder, 'result.json');
  try {
    const { code, output } = await run(process.execPath, [...NODE_FLAGS, JEST, ...flags(file), ...args], {
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    return count(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}, code, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const JEST = inRoot('node_modules/jest/bin/jest.js');

// Jest loads ES modules through an interface of Node that is still marked as experimental.
const NODE_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

const flags = (/** @type {string} */ file) => [
  '--config',
  inRoot('api/jest.config.mjs'),
  '--json',
  '--outputFile',
  file,
];

/** @param {{ numPassedTests?: number, numFailedTests?: number, numRuntimeErrorTestSuites?: number }} result */
function count(result, /** @type {number} */ code, /** @type {string} */ output) {
  const passed = result.numPassedTests ?? 0;
  const failed = (result.numFailedTests ?? 0) + (result.numRuntimeErrorTestSuites ?? 0);
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, output };
}
