// @ts-check
import { availableParallelism } from 'node:os';
import { ensureApiTypes } from '../api-types.mjs';
import { ensureBuilt } from '../build.mjs';
import { inRoot } from '../paths.mjs';
import { run } from '../run.mjs';
import { ensureBrowser } from './browser.mjs';
import { selectChanged } from './changed.mjs';
import { checkCommits } from './check-commits.mjs';
import { jest } from './jest.mjs';
import { unlessPassedBefore } from './passed-before.mjs';
import { ensureObjectStorage } from './object-storage.mjs';
import { reportKurrentDb } from './kurrentdb.mjs';
import { ensureNginx } from './nginx.mjs';
import { ensurePgBackRest } from './pgbackrest.mjs';
import { ensurePromtool } from './promtool.mjs';
import { ensureRedis } from './redis.mjs';
import { outcomeOf } from './run-stages.mjs';

/** @typedef {import('./run-stages.mjs').Stage} Stage */

/** The folder in which checks remember which inputs have passed. */
const CACHE = inRoot('.cache');

/** A check that runs a script from an npm package. @returns {Stage} */
const script = (/** @type {string} */ name, /** @type {string} */ file, /** @type {string[]} */ args) => ({
  name,
  lane: 'checks',
  run: async () => outcomeOf(await run(process.execPath, [inRoot('node_modules', file), ...args])),
});

/**
 * A type check of one project. The compiler runs in build mode: it keeps its last result in `.cache`, and if no file
 * has changed since, it does not even parse the files.
 */
const typeCheck = (/** @type {string} */ name, /** @type {string} */ project) =>
  script(`types ${name}`, 'typescript-native/bin/tsc', ['--build', project]);

/** The inputs of the import rules. */
const IMPORT_INPUTS = [
  'api/src',
  'common',
  'web/src',
  'dependency-cruiser.config.mjs',
  'tsconfig.base.json',
  'api/tsconfig.json',
  'web/tsconfig.json',
  'package-lock.json',
];

const checkImports = () => run('npm', ['run', '--silent', 'imports']);

/** @type {Stage} */
const IMPORTS = {
  name: 'imports',
  lane: 'checks',
  run: async () => outcomeOf(await unlessPassedBefore(`${CACHE}/imports`, IMPORT_INPUTS, checkImports)),
};

/** @type {Stage} */
const COMMITS = {
  name: 'commits',
  lane: 'checks',
  run: async () => {
    const { problems } = await checkCommits();
    return outcomeOf({ code: problems.length, output: problems.join('\n') });
  },
};

/** First in its lane, because the compiler, the linter and the import rules read these types. @type {Stage} */
const API_TYPES = { name: 'api types', lane: 'checks', run: () => asStage(ensureApiTypes()) };

/** @type {Stage[]} */
const CHECKS = [
  API_TYPES,
  typeCheck('root', '.'),
  typeCheck('common', 'common'),
  typeCheck('api', 'api'),
  typeCheck('web', 'web'),
  script('lint', 'oxlint/bin/oxlint', ['--deny-warnings']),
  IMPORTS,
  script('format', 'oxfmt/bin/oxfmt', ['--check']),
  COMMITS,
];

/** @type {Stage} */
const BUILD = { name: 'build', needs: [API_TYPES.name], run: () => asStage(ensureBuilt(['api', 'web'])) };

/** The generated files and their sources. */
const CONTRACT_INPUTS = [
  'api/src',
  'common',
  'api/package.json',
  'api/openapi.json',
  'infra/configuration.md',
  'package.json',
  'package-lock.json',
];

const checkContract = () => run('npm', ['run', '--silent', 'contract:check']);

/** @type {Stage} */
const CONTRACT = {
  name: 'contract',
  lane: 'checks',
  needs: ['build'],
  run: async () => outcomeOf(await unlessPassedBefore(`${CACHE}/contract`, CONTRACT_INPUTS, checkContract)),
};

/**
 * Programs that the tests need. They share a lane because Debian's packages can only be installed one at a time.
 * @type {Stage[]}
 */
const MACHINE = [
  { name: 'browser', lane: 'machine', run: () => asStage(ensureBrowser()) },
  { name: 'redis', lane: 'machine', run: () => asStage(ensureRedis()) },
  { name: 'nginx', lane: 'machine', run: () => asStage(ensureNginx()) },
  { name: 'storage', lane: 'machine', run: () => asStage(ensureObjectStorage()) },
  { name: 'kurrentdb', lane: 'machine', run: () => asStage(reportKurrentDb()) },
];

/** Programs that the long suites need. @type {Stage[]} */
const MACHINE_OF_LONG = [
  ...MACHINE,
  { name: 'pgbackrest', lane: 'machine', run: () => asStage(ensurePgBackRest()) },
  { name: 'promtool', lane: 'machine', run: () => asStage(ensurePromtool()) },
];

/**
 * Test files run in parallel. They mostly wait for processes, so one more worker than there are cores keeps the cores
 * busy.
 */
const WORKERS = `--maxWorkers=${availableParallelism() + 1}`;

const LONG = ['full', 'full-integration', 'full-nightly', 'full-redis', 'full-bucket'];

/** Jest's projects for each kind of test. @type {Record<string, string[]>} */
const PROJECTS = {
  unit: ['unit', 'web'],
  integration: ['integration'],
  e2e: ['e2e'],
  full: LONG,
};
const DAILY = ['e2e', 'integration', 'unit', 'web'];
const ALL = [...DAILY, ...LONG];

/**
 * The suites that also run with the log in KurrentDB. Most of them reach the ledger only through the API and the
 * command line. Suites that write to the ledger directly, or change it in PostgreSQL, have counterparts in
 * `api/test/ledger/remote-*`.
 */
const KURRENTDB_SUITES = [
  ...['test/payments/', 'test/admin/', 'test/identity/.*int', 'test/kyc/.*int', 'test/support/.*chat.*int'],
  ...['test/audit/(cli|proof|tamper-decisions)', 'test/ledger/(kill|remote)'],
];

/** Only for whole runs: fails the run if a rule in `docs/product.md` has no passing test. */
const CHECK_RULES = ['--reporters=default', `--reporters=${inRoot('api/test/harness/rule-reporter.mjs')}`];

/**
 * Returns the stages of a run, by the arguments of `npm test`:
 * - none: the daily suite
 * - `--full`: the daily suite, the long suites and a chaos run
 * - `changed`: the tests affected by uncommitted changes and by changes that are not in `origin/main`
 * - `unit`, `integration`, `e2e` or `full`, and optionally path patterns: tests of that kind
 * - `kurrentdb`, and optionally path patterns: tests with the log in KurrentDB
 * - path patterns and Jest's options: the tests that they select
 * @param {string[]} args
 * @returns {Promise<Stage[]>}
 */
export async function stagesFor([first, ...rest]) {
  if (first === undefined) return wholeRun(DAILY);
  if (first === '--full') return [...wholeRun(ALL, MACHINE_OF_LONG), CHAOS];
  if (first === 'changed') return changedStages();
  if (first === 'kurrentdb') return kurrentDbStages(rest);
  const projects = PROJECTS[first];
  if (first === 'unit') return [tests(['--selectProjects', ...(projects ?? []), '--', ...rest], [])];
  if (projects) return testStages([WORKERS, '--selectProjects', ...projects, '--', ...rest]);
  return testStages(['--ignoreProjects', 'full-nightly', WORKERS, first, ...rest]);
}

/** The stages that run the KurrentDB suites, or those that `patterns` select, with every bank's log in KurrentDB. */
function kurrentDbStages(/** @type {string[]} */ patterns) {
  process.env.MONIKER_TEST_LOG = 'kurrentdb';
  process.env.REQUIRE_KURRENTDB = '1';
  const suites = patterns.length > 0 ? patterns : KURRENTDB_SUITES;
  return testStages([WORKERS, '--ignoreProjects', 'full-nightly', '--testPathPatterns', ...suites]);
}

const wholeRun = (/** @type {string[]} */ projects, machine = MACHINE) => [
  ...CHECKS,
  ...testStages([WORKERS, ...CHECK_RULES, '--selectProjects', ...projects], machine),
  CONTRACT,
];

/** The stages that must run before the tests, then the tests. */
const testStages = (/** @type {string[]} */ jestArgs, machine = MACHINE) => [
  BUILD,
  ...machine,
  tests(jestArgs, ['build', ...machine.map(({ name }) => name)]),
];

/** @returns {Stage} */
const tests = (/** @type {string[]} */ jestArgs, /** @type {string[]} */ needs) => ({
  name: 'tests',
  needs,
  run: () => jest(jestArgs),
});

/** A chaos run of ten minutes. @type {Stage} */
const CHAOS = {
  name: 'chaos',
  needs: ['tests'],
  run: async () =>
    outcomeOf(await run(process.execPath, [inRoot('infra/local/chaos.mjs'), '--minutes=10', '--faults=all'])),
};

async function changedStages() {
  const selected = await selectChanged();
  if (selected === 'everything') return stagesFor([]);
  const { unitTests, testFiles } = selected;
  /** @type {Stage[]} */
  const stages = [...CHECKS];
  if (testFiles.length > 0)
    stages.push(
      ...testStages(['--selectProjects', ...DAILY, WORKERS, '--runTestsByPath', ...unitTests, ...testFiles]),
    );
  else if (unitTests.length > 0) stages.push(tests(['--runTestsByPath', ...unitTests], []));
  return stages;
}

const asStage = (/** @type {Promise<void>} */ work) =>
  work.then(() => ({ passed: 1, failed: 0, output: '' }));
