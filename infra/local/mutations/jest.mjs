// @ts-check
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { run } from '../run.mjs';

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Test
 * @typedef {{ name: string, message: string, assertionResults: Test[] }} Suite
 * @typedef {{ suites: Suite[], output: string }} Result
 *
 * @typedef {object} Jest
 * @property {string} project
 * @property {string[]} files paths relative to the repository's root
 * @property {string | undefined} title
 * @property {NodeJS.ProcessEnv} env
 * @property {AbortSignal} signal
 */

// Jest loads ES modules through a Node API that is still experimental.
const NODE_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

/** Maximum number of characters shown of a failed run's output. */
const MAX_OUTPUT = 1_000;

/**
 * Runs spec files of a clone.
 * @param {import('./clone.mjs').Clone} clone
 * @param {Jest} options
 * @returns {Promise<Result>}
 */
export async function jest(clone, { project, files, title, env, signal }) {
  const result = clone.in('jest-result.json');
  rmSync(result, { force: true });
  const args = [
    ...NODE_FLAGS,
    clone.in('node_modules/jest/bin/jest.js'),
    ...['--config', clone.in('api/jest.config.mjs')],
    ...['--selectProjects', project],
    ...['--cacheDirectory', clone.in('.jest-cache')],
    ...['--json', '--outputFile', result],
    ...(title === undefined ? [] : ['--testNamePattern', title]),
    '--runInBand',
    '--runTestsByPath',
    ...files.map((file) => clone.in(file)),
  ];
  const { output } = await run(process.execPath, args, { cwd: clone.root, env, signal });
  const suites = existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')).testResults : [];
  return { suites, output: stripVTControlCharacters(output) };
}

/** The tests of a spec file, except skipped ones. */
export function testsOf(/** @type {Result} */ { suites }, /** @type {string} */ file) {
  const suite = suites.find(({ name }) => name.endsWith(`/${file}`));
  return (suite?.assertionResults ?? []).filter(({ status }) => status === 'passed' || status === 'failed');
}

/** The reason why no test of a spec file ran. */
export function loadFailureOf(/** @type {Result} */ { suites, output }, /** @type {string} */ file) {
  const suite = suites.find(({ name }) => name.endsWith(`/${file}`));
  if (suite === undefined) return `Jest ran nothing: ${output.trim().slice(-MAX_OUTPUT)}`;
  return firstLineOf(suite.message) || 'no test has this title';
}

/** The first line with content, other than Jest's heading for a suite that failed to run. */
export const firstLineOf = (/** @type {string} */ text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && line !== '● Test suite failed to run') ?? '';
