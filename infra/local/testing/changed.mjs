// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { git } from '../git.mjs';
import { inRoot, ROOT } from '../paths.mjs';
import { Problem } from '../problem.mjs';
import { run } from '../run.mjs';

/** The browser tests of the screens that visitors see. */
const PUBLIC_SCREENS = ['web/customer-shell', 'web/first-load', 'web/narrow-screens'];

/**
 * The HTTP and browser tests of each feature of the API: a folder below `api/test`, or the beginning of names in it.
 * @type {Record<string, string[]>}
 */
export const TESTS_OF_API = {
  'access-log': ['audit/access-log', 'audit/tamper-access-log'],
  'account-requests': [
    'admin/admin-requests',
    'admin/own-account',
    'admin/repeated-decisions',
    'kyc/kyc-application',
  ],
  accounts: ['money'],
  admin: ['admin/admin-', 'admin/freeze', 'admin/own-account'],
  approvals: [
    'admin/approvals',
    'admin/lost-updates',
    'admin/own-account',
    'admin/repeated-decisions',
    'admin/team',
  ],
  auth: [
    'auth/access-table',
    'auth/account-limits',
    'auth/auth',
    'auth/browser-protection',
    'auth/competing-registrations',
    'auth/forgotten-password',
    'auth/limits',
    'auth/new-device',
    'auth/password-recovery',
    'auth/request-rates',
    'auth/second-factors',
    'auth/security',
    'auth/session',
    'auth/sign-in-races',
    'auth/user-quotas',
  ],
  chat: ['chat'],
  checkpoints: [
    'audit/proof',
    'audit/tamper-checkpoints',
    'audit/tamper-evidence',
    'audit/tamper-signatures',
    'audit/verify-since',
  ],
  'dashboard-content': ['admin/dashboard-content'],
  'event-history': ['audit/event-'],
  factors: ['admin/admin-factors', 'auth/new-device', 'auth/second-factors'],
  kyc: ['kyc/admin-kyc', 'kyc/kyc'],
  mail: ['mail'],
  notifications: ['mail'],
  objects: ['kyc/direct-uploads', 'kyc/kyc-uploads', 'kyc/objects', 'kyc/pdf-sanitizer'],
  payments: [
    'admin/admin-incoming',
    'admin/admin-lists',
    'admin/admin-review',
    'admin/lost-updates',
    'admin/own-account',
    'money/history',
    'money/money',
  ],
  proposals: ['admin/approvals', 'admin/own-account', 'admin/repeated-decisions'],
  'saved-filters': ['admin/admin-lists', 'admin/saved-filters', 'web/list-address'],
  statements: ['money'],
  team: ['admin/create-admin', 'admin/team'],
  transactions: ['money'],
  transfers: ['admin/admin-outgoing', 'money'],
  users: ['admin/admin-users', 'auth/auth', 'auth/competing-registrations', 'auth/hostile-input'],
  'work-queue': ['admin/admin-review', 'admin/work-queue'],
};

/** The browser tests of each feature of the web app, in the same form. @type {Record<string, string[]>} */
export const TESTS_OF_WEB = {
  about: PUBLIC_SCREENS,
  admin: ['admin'],
  analytics: ['money/analytics', 'web/first-load'],
  'apply-checking': ['kyc', 'web/steps'],
  auth: [
    'auth/access',
    'auth/double-submit',
    'auth/first-transfer',
    'auth/forms',
    'auth/new-device',
    'auth/return-path',
    'auth/second-factors',
  ],
  contact: ['chat'],
  dashboard: [
    'admin/dashboard-content',
    'kyc/kyc-application',
    'web/customer-shell',
    'web/failures',
    'web/polling',
  ],
  explain: ['money'],
  'features-overview': PUBLIC_SCREENS,
  'forgot-password': ['auth/forgotten-password', 'auth/forms', 'web/steps'],
  history: ['money', 'web/list-address'],
  landing: PUBLIC_SCREENS,
  legal: PUBLIC_SCREENS,
  'not-found': PUBLIC_SCREENS,
  notifications: ['web/bank-time', 'web/customer-shell', 'web/polling'],
  'secure-account': ['auth/new-device'],
  'send-money': ['auth/drafts', 'auth/first-transfer', 'money', 'web/steps', 'web/toasts'],
  settings: ['auth/forms', 'auth/new-device', 'auth/second-factors', 'web/bank-time'],
  statements: ['money'],
  transactions: ['money'],
};

const LONG = /\.full\./;
const IS_TEXT_ONLY = /\.md$|^docs\/(?!vectors)|\.png$|\.svg$/;

/**
 * What a change affects: the unit tests that import a changed file, and the HTTP and browser tests of the changed
 * features. A change to anything that all features share affects everything.
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
  if (/^common\/src\/.*\.spec\.ts$/.test(file)) return [];
  if (part === 'api/test') return selectForTest(file, feature);
  if (part !== '' && isUnitTest(file)) return [];
  if (part === 'api/src') return TESTS_OF_API[feature]?.flatMap((tests) => testsIn(tests)) ?? 'everything';
  if (part === '') return 'everything';
  // HTTP tests do not run the code of the web app.
  return TESTS_OF_WEB[feature]?.flatMap((tests) => testsIn(tests, '.e2e.spec.ts')) ?? 'everything';
}

/** A changed test file runs alone; what its folder shares runs the folder; what all share runs everything. */
function selectForTest(/** @type {string} */ file, /** @type {string} */ folder) {
  if (/^(support|fixtures)$/.test(folder)) return /** @type {const} */ ('everything');
  if (folder === 'mutations') return [];
  if (!file.endsWith('.spec.ts')) return testsIn(folder);
  return existsSync(inRoot(file)) && !LONG.test(file) ? [inRoot(file)] : [];
}

const isUnitTest = (/** @type {string} */ file) => /\.(spec|given|fixtures)\.ts$/.test(file);

/** The tests of a folder below `api/test`, or those whose names begin in this way. */
export function testsIn(/** @type {string} */ tests, ending = '.spec.ts') {
  const [folder = '', beginning = ''] = tests.split('/');
  return readdirSync(inRoot('api/test', folder))
    .filter((name) => name.startsWith(beginning) && name.endsWith(ending) && !LONG.test(name))
    .sort()
    .map((name) => inRoot('api/test', folder, name));
}

/** The unit tests that are among the changed files or import one, directly or not. */
async function unitTestsOf(/** @type {string[]} */ changed) {
  const sources = changed.filter(
    (file) => /^(api|common|web)\/.*\.tsx?$/.test(file) && existsSync(inRoot(file)),
  );
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
