// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inRoot, ROOT } from '../paths.mjs';
import { Problem } from '../problem.mjs';
import { run } from '../run.mjs';

/** The test folders below `api/test` that exercise each feature of the API. @type {Record<string, string[]>} */
export const TESTS_OF_API = {
  'access-log': ['audit'],
  'account-requests': ['admin', 'kyc'],
  accounts: ['money'],
  admin: ['admin'],
  approvals: ['admin'],
  auth: ['auth'],
  chat: ['chat'],
  checkpoints: ['audit'],
  'dashboard-content': ['admin'],
  'event-history': ['audit'],
  factors: ['auth'],
  kyc: ['kyc'],
  mail: ['mail'],
  notifications: ['mail'],
  objects: ['kyc'],
  payments: ['admin', 'money'],
  proposals: ['admin'],
  'saved-filters': ['admin'],
  statements: ['money'],
  team: ['admin'],
  transactions: ['money'],
  transfers: ['money'],
  users: ['auth'],
  'work-queue': ['admin'],
};

/** The test folders that exercise each feature of the web app. @type {Record<string, string[]>} */
export const TESTS_OF_WEB = {
  about: ['web'],
  admin: ['admin'],
  analytics: ['web'],
  'apply-checking': ['kyc'],
  auth: ['auth'],
  contact: ['chat'],
  dashboard: ['web'],
  explain: ['money'],
  'features-overview': ['web'],
  'forgot-password': ['auth'],
  history: ['money'],
  landing: ['web'],
  legal: ['web'],
  'not-found': ['web'],
  notifications: ['mail'],
  'secure-account': ['auth'],
  'send-money': ['money'],
  settings: ['auth'],
  statements: ['money'],
  transactions: ['money'],
};

const LONG = /\.full\./;
const IS_TEXT_ONLY = /\.md$|^docs\/(?!vectors)|\.png$|\.svg$/;

/**
 * What a change affects: the unit tests that import a changed file, and the HTTP and browser tests of the changed
 * features, found by folder. A change to anything that all features share affects everything.
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
  const [, part = '', feature = ''] = /^(api\/src|web\/src\/features|api\/test)\/([\w-]+)\//.exec(file) ?? [];
  if (part === 'api/test') return selectForTest(file, feature);
  if (part !== '' && isUnitTest(file)) return [];
  const folders = part === 'api/src' ? TESTS_OF_API[feature] : part ? TESTS_OF_WEB[feature] : undefined;
  return folders ? folders.flatMap(testsIn) : 'everything';
}

/** A changed test file runs alone; what its folder shares runs the folder; what all share runs everything. */
function selectForTest(/** @type {string} */ file, /** @type {string} */ folder) {
  if (/^(support|fixtures)$/.test(folder)) return /** @type {const} */ ('everything');
  if (folder === 'mutations') return [];
  if (!file.endsWith('.spec.ts')) return testsIn(folder);
  return existsSync(inRoot(file)) && !LONG.test(file) ? [inRoot(file)] : [];
}

const isUnitTest = (/** @type {string} */ file) => /\.(spec|given|fixtures)\.ts$/.test(file);

function testsIn(/** @type {string} */ folder) {
  return readdirSync(inRoot('api/test', folder))
    .filter((name) => name.endsWith('.spec.ts') && !LONG.test(name))
    .sort()
    .map((name) => inRoot('api/test', folder, name));
}

/** The unit tests that are among the changed files or import one, directly or not. */
async function unitTestsOf(/** @type {string[]} */ changed) {
  const sources = changed.filter((file) => /^(api|web)\/.*\.tsx?$/.test(file) && existsSync(inRoot(file)));
  if (sources.length === 0) return [];
  const jest = [inRoot('node_modules/jest/bin/jest.js'), '--config', inRoot('api/jest.config.mjs')];
  const args = ['--selectProjects', 'unit', 'web', '--listTests', '--findRelatedTests', ...sources];
  const { code, output } = await run(process.execPath, ['--experimental-vm-modules', ...jest, ...args]);
  if (code !== 0) throw new Problem(`Jest could not list the related tests:\n${output.trim()}`);
  return output.split('\n').filter((line) => line.startsWith(ROOT) && line.endsWith('.spec.ts'));
}

/** Files that differ from the last commit, or that this branch has and `origin`'s main branch has not. */
async function changedFiles() {
  const base = (await git(['merge-base', 'HEAD', 'origin/main'])) ?? (await git(['rev-parse', 'HEAD']));
  if (!base) throw new Problem('"changed" needs a git checkout with at least one commit.');
  const changed = await git(['diff', '--name-only', '--no-renames', base.trim()]);
  const untracked = await git(['ls-files', '--others', '--exclude-standard']);
  return `${changed ?? ''}\n${untracked ?? ''}`.split('\n').filter((line) => line !== '');
}

/** What git prints, or undefined if it fails. */
async function git(/** @type {string[]} */ args) {
  const { code, output } = await run('git', ['-C', path.resolve(ROOT), ...args]);
  return code === 0 ? output : undefined;
}
