// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { git } from '../git.mjs';
import { inRoot, ROOT } from '../paths.mjs';
import { Problem } from '../problem.mjs';
import { run } from '../run.mjs';

/**
 * The tests for each area of the bank, such as `payments`: HTTP and browser tests for an area of the API
 * (`api/src/*`), browser tests for an area of the web app (`web/src/features/*`). An entry is a folder below
 * `api/test`, or a folder and a prefix of file names in it, such as `web/polling`.
 * @type {{ api: Record<string, string[]>, web: Record<string, string[]> }}
 */
export const TESTS_BY_AREA = {
  api: {
    admin: ['admin', 'audit'],
    identity: ['identity', 'admin', 'audit/access-log'],
    kyc: ['kyc', 'admin'],
    payments: ['payments', 'admin'],
    support: ['support', 'admin/dashboard-content'],
  },
  web: {
    admin: ['admin'],
    identity: ['identity', 'web/bank-time', 'web/steps'],
    kyc: ['kyc', 'web/steps'],
    payments: [
      'payments',
      'admin/dashboard-content',
      'identity/drafts',
      'identity/first-transfer',
      'kyc',
      'web',
    ],
    public: ['web/customer-shell', 'web/first-load', 'web/narrow-screens'],
    support: ['support', 'web/bank-time', 'web/customer-shell', 'web/polling'],
  },
};

const LONG = /\.full\./;
const IS_TEXT_ONLY = /\.md$|^docs\/(?!vectors)|\.png$|\.svg$/;

/**
 * The tests that a change affects: unit tests that import a changed file, and HTTP and browser tests of the changed
 * features. A change to shared code affects everything.
 * @returns {Promise<'everything' | { unitTests: string[], testFiles: string[] }>}
 */
export async function selectChanged() {
  const changed = await changedFiles();
  const selected = changed.map(selectFor);
  if (selected.some((each) => each === 'everything')) return 'everything';
  const testFiles = [...new Set(selected.flat())].filter((file) => file !== 'everything');
  return { unitTests: await unitTestsOf(changed), testFiles };
}

/** The HTTP and browser tests that a changed file affects. @returns {'everything' | string[]} */
export function selectFor(/** @type {string} */ file) {
  if (IS_TEXT_ONLY.test(file)) return [];
  const [, part = '', area = ''] = /^(api\/src|web\/src\/features|api\/test)\/([\w-]+)\//.exec(file) ?? [];
  if (/^common\/src\/.*\.spec\.ts$/.test(file)) return [];
  if (part === 'api/test') return selectForTest(file, area);
  if (part !== '' && isUnitTest(file)) return [];
  // HTTP tests do not run the code of the web app.
  const [tests, ending] =
    part === 'api/src'
      ? [TESTS_BY_AREA.api[area], '.spec.ts']
      : [part === '' ? undefined : TESTS_BY_AREA.web[area], '.e2e.spec.ts'];
  return tests?.flatMap((each) => testsIn(each, ending)) ?? 'everything';
}

/**
 * Selects the tests for a changed file in `api/test`. A test file selects only itself, or nothing if it runs only in
 * `npm run test:full`. A helper selects the tests of its folder; a helper that all folders share selects everything.
 */
function selectForTest(/** @type {string} */ file, /** @type {string} */ folder) {
  if (/^(harness|fixtures)$/.test(folder)) return /** @type {const} */ ('everything');
  if (folder === 'mutations') return [];
  if (!file.endsWith('.spec.ts')) return testsIn(folder);
  return existsSync(inRoot(file)) && !LONG.test(file) ? [inRoot(file)] : [];
}

const isUnitTest = (/** @type {string} */ file) => /\.(spec|fixtures)\.ts$/.test(file);

/** The test files for an entry of TESTS_BY_AREA. */
export function testsIn(/** @type {string} */ tests, ending = '.spec.ts') {
  const [folder = '', beginning = ''] = tests.split('/');
  return readdirSync(inRoot('api/test', folder))
    .filter((name) => name.startsWith(beginning) && name.endsWith(ending) && !LONG.test(name))
    .sort()
    .map((name) => inRoot('api/test', folder, name));
}

/** The unit tests that changed, or that import a changed file directly or indirectly. */
async function unitTestsOf(/** @type {string[]} */ changed) {
  const sources = changed.filter(
    (file) => /^(api|common|web)\/.*\.tsx?$/.test(file) && existsSync(inRoot(file)),
  );
  if (sources.length === 0) return [];
  const jest = [inRoot('node_modules/jest/bin/jest.js'), '--config', inRoot('api/jest.config.mjs')];
  const args = ['--selectProjects', 'unit', 'web', '--listTests', '--findRelatedTests', ...sources];
  const { code, output } = await run(process.execPath, ['--experimental-vm-modules', ...jest, ...args]);
  if (code !== 0) throw new Problem(`Jest couldn't list the related tests:\n${output.trim()}`);
  return output.split('\n').filter((line) => line.startsWith(ROOT) && line.endsWith('.spec.ts'));
}

/** Files with uncommitted changes, and files that this branch changes compared with `origin/main`. */
async function changedFiles() {
  const base = (await git(['merge-base', 'HEAD', 'origin/main'])) ?? (await git(['rev-parse', 'HEAD']));
  if (!base) throw new Problem('"changed" needs a git checkout with at least one commit.');
  const changed = await git(['diff', '--name-only', '--no-renames', base.trim()]);
  const untracked = await git(['ls-files', '--others', '--exclude-standard']);
  return `${changed ?? ''}\n${untracked ?? ''}`.split('\n').filter((line) => line !== '');
}
