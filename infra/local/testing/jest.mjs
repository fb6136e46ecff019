// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { inRoot } from '../paths.mjs';
import { run } from '../run.mjs';
import { coverageArgs } from './coverage-args.mjs';

/** Jest is stopped after this time, which only a hung run reaches. */
const LIMIT_MS = 60 * 60_000;

/**
 * Runs Jest and counts passed and failed tests. A suite that could not run at all counts as one failed test, and so
 * does a crash of Jest itself.
 * @param {string[]} args
 * @returns {Promise<import('./run-stages.mjs').Outcome>}
 */
export async function jest(args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'moniker-jest-'));
  const file = path.join(folder, 'result.json');
  try {
    const { code, output } = await run(
      process.execPath,
      [...NODE_FLAGS, JEST, ...flags(file), ...coverageArgs(args), ...args],
      {
        signal: AbortSignal.timeout(LIMIT_MS),
      },
    );
    return count(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}, code, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const JEST = inRoot('node_modules/jest/bin/jest.js');

const NODE_FLAGS = [
  // Jest loads ES modules through a Node API that is still experimental.
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  // Every test file loads its modules again. A larger space for new objects reduces garbage collection.
  '--min-semi-space-size=32',
];

const flags = (/** @type {string} */ file) => [
  '--config',
  inRoot('api/jest.config.mjs'),
  '--json',
  '--outputFile',
  file,
];

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Test
 * @typedef {{ name: string, message: string, assertionResults: Test[] }} Suite
 * @typedef {{
 *   numPassedTests?: number,
 *   numFailedTests?: number,
 *   numRuntimeErrorTestSuites?: number,
 *   testResults?: Suite[],
 * }} Result
 */

/** Counts the tests. Puts a short list of failed tests before Jest's output, which may be cut off. */
function count(/** @type {Result} */ result, /** @type {number} */ code, /** @type {string} */ output) {
  const passed = result.numPassedTests ?? 0;
  const failed = (result.numFailedTests ?? 0) + (result.numRuntimeErrorTestSuites ?? 0);
  const inShort = (result.testResults ?? []).flatMap(failuresOf);
  return {
    passed,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    output: [...inShort, '', output].join('\n'),
  };
}

const SHORT_LINES = 4;

/** One entry for each failed test of a file, or one for a file that could not be run. @returns {string[]} */
function failuresOf(/** @type {Suite} */ { name, message, assertionResults }) {
  const file = path.relative(inRoot('.'), name);
  if (assertionResults.length === 0 && message !== '') return [`${file}\n${inFewLines(message)}`];
  const tests = assertionResults.filter(({ status }) => status === 'failed');
  return tests.map(
    ({ fullName, failureMessages: [reason = ''] }) => `${file} › ${fullName}\n${inFewLines(reason)}`,
  );
}

const inFewLines = (/** @type {string} */ text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, SHORT_LINES)
    .map((line) => `    ${line.trim()}`)
    .join('\n');
