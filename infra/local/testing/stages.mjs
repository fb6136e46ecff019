// @ts-check
import { availableParallelism } from 'node:os';
import { ensureBuilt } from '../build.mjs';
import { inRoot } from '../paths.mjs';
import { run } from '../run.mjs';
import { ensureBrowser } from './browser.mjs';
import { jest } from './jest.mjs';
import { ensureObjectStorage } from './object-storage.mjs';
import { ensureNginx } from './nginx.mjs';
import { ensureRedis } from './redis.mjs';
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
const REDIS = { name: 'redis', run: () => done(ensureRedis()) };

/** @type {Stage} */
const NGINX = { name: 'nginx', run: () => done(ensureNginx()) };

/** @type {Stage} */
const STORAGE = { name: 'storage', run: () => done(ensureObjectStorage()) };

// Two even on two cores: a test mostly waits for processes that start.
const WORKERS = Math.max(2, availableParallelism() - 1);

/** @type {Record<string, Stage>} */
const TESTS = {
  unit: { name: 'unit', run: () => jest(['--selectProjects', 'unit', 'web']) },
  integration: {
    name: 'integration',
    needs: ['build'],
    run: () => integration(['integration']),
  },
  // Browsers side by side on a small machine only make each other miss their time limits.
  e2e: {
    name: 'e2e',
    needs: ['build', 'browser'],
    run: () => jest(['--selectProjects', 'e2e', '--runInBand']),
  },
  full: {
    name: 'full',
    needs: ['build', 'browser'],
    run: () => jest(['--selectProjects', 'full', '--runInBand']),
  },
};

/** Jest's projects of a kind, where they are not one of its name. @type {Record<string, string[]>} */
const PROJECTS = { unit: ['unit', 'web'], full: ['full', 'full-integration'] };

/** What `npm test` runs; `npm run test:full` runs every kind. */
const EVERY_DAY = ['unit', 'integration', 'e2e'];
const SERVER_KINDS = new Set(['integration', 'full']);
const BROWSER_KINDS = new Set(['e2e', 'full']);

/**
 * All that is run every day; everything (`--full`); the tests of one kind, by its name; or the tests whose path
 * matches a pattern. What follows a dash goes to Jest.
 * @param {string[]} args
 * @returns {Stage[]}
 */
export function stagesFor(args) {
  const [first, ...rest] = args;
  if (first === undefined || first === '--full') {
    const tests = first === undefined ? EVERY_DAY.flatMap((kind) => TESTS[kind] ?? []) : allTests();
    return [...CHECKS, BUILD, CONTRACT, ...prepared(tests)];
  }
  const kind = TESTS[first];
  if (!kind)
    return [BUILD, REDIS, NGINX, STORAGE, { name: 'tests', needs: ['build'], run: () => jest(args) }];
  const projects = PROJECTS[first] ?? [first];
  const stage = { ...kind, run: () => jest(['--selectProjects', ...projects, '--', ...rest]) };
  return [...(first === 'unit' ? [] : [BUILD]), ...prepared([stage])];
}

const integration = (/** @type {string[]} */ projects) =>
  jest(['--selectProjects', ...projects, `--maxWorkers=${WORKERS}`]);

/** Every kind of test; the long ones without a browser run beside the other integration tests. */
function allTests() {
  return Object.values(TESTS).map((stage) =>
    stage.name === 'integration'
      ? { ...stage, run: () => integration(['integration', 'full-integration']) }
      : stage,
  );
}

/** The stages, with the installation of what some of them need before the first that does. */
function prepared(/** @type {Stage[]} */ stages) {
  const withServers = [NGINX, REDIS, STORAGE].reduce((list, one) => before(one, SERVER_KINDS, list), stages);
  return before(BROWSER, BROWSER_KINDS, withServers);
}

function before(/** @type {Stage} */ stage, /** @type {Set<string>} */ kinds, /** @type {Stage[]} */ stages) {
  const at = stages.findIndex(({ name }) => kinds.has(name));
  return at < 0 ? stages : stages.toSpliced(at, 0, stage);
}

const done = (/** @type {Promise<void>} */ work) => work.then(() => ({ passed: 1, failed: 0, output: '' }));
