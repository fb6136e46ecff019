// @ts-check
import { ensureBuilt } from '../build.mjs';
import { inRoot } from '../paths.mjs';
import { run } from '../run.mjs';
import { ensureBrowser } from './browser.mjs';
import { jest } from './jest.mjs';
import { ensureObjectStorage } from './object-storage.mjs';
import { asOutcome } from './run-stage.mjs';

/** @typedef {import('./run-stage.mjs').Stage} Stage */

/** A stage that is one command. @returns {Stage} */
const command = (/** @type {string} */ name, /** @type {string[]} */ [tool = '', ...args]) => ({
  name,
  run: async () => asOutcome(await run(inRoot('node_modules/.bin', tool), args)),
});

/** @type {Stage[]} */
const CHECKS = [
  command('format', ['prettier', '--check', '--log-level', 'warn', '.']),
  command('lint', ['eslint', '.', '--max-warnings', '0']),
  command('types root', ['tsc', '-p', '.']),
  command('types api', ['tsc', '-p', 'api']),
  command('types web', ['tsc', '-p', 'web']),
];

/** @type {Stage} */
const BUILD = { name: 'build', run: () => done(ensureBuilt(['api', 'web'])) };

/** @type {Stage} */
const CONTRACT = {
  name: 'contract',
  needs: ['build'],
  run: async () => asOutcome(await run('npm', ['run', '--silent', 'contract:check'])),
};

/** @type {Stage} */
const BROWSER = { name: 'browser', run: () => done(ensureBrowser()) };

/** @type {Stage} */
const STORAGE = { name: 'storage', run: () => done(ensureObjectStorage()) };

/** @type {Record<string, Stage>} */
const TESTS = {
  unit: { name: 'unit', run: () => jest(['--selectProjects', 'unit', 'web']) },
  integration: {
    name: 'integration',
    needs: ['build'],
    run: () => jest(['--selectProjects', 'integration']),
  },
  // Browsers side by side on a small machine only make each other miss their time limits.
  e2e: {
    name: 'e2e',
    needs: ['build', 'browser'],
    run: () => jest(['--selectProjects', 'e2e', '--runInBand']),
  },
};

/**
 * Everything; or the tests of one kind, by its name; or the tests whose path matches a pattern. What follows a dash
 * goes to Jest.
 * @param {string[]} args
 * @returns {Stage[]}
 */
export function stagesFor(args) {
  const [first, ...rest] = args;
  if (first === undefined) return [...CHECKS, BUILD, CONTRACT, ...Object.values(TESTS).flatMap(withParts)];
  const kind = TESTS[first];
  if (!kind) return [BUILD, { name: 'tests', needs: ['build'], run: () => jest(args) }];
  const projects = first === 'unit' ? ['unit', 'web'] : [first];
  const stage = { ...kind, run: () => jest(['--selectProjects', ...projects, '--', ...rest]) };
  return [...(first === 'unit' ? [] : [BUILD]), ...withParts(stage)];
}

/** What has to be installed first. @type {Record<string, Stage[]>} */
const PARTS = { integration: [STORAGE], e2e: [BROWSER] };

const withParts = (/** @type {Stage} */ stage) => [...(PARTS[stage.name] ?? []), stage];

const done = (/** @type {Promise<void>} */ work) => work.then(() => ({ passed: 1, failed: 0, output: '' }));
