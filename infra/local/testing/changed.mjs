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
  'admin/access-log': ['audit/access-log', 'audit/tamper-access-log'],
  'admin/approvals': [
    'admin/approval-signatures',
    'admin/approvals',
    'admin/four-eyes',
    'admin/lost-updates',
    'admin/own-account',
    'admin/repeated-decisions',
    'admin/team',
  ],
  'admin/checkpoints': [
    'audit/proof',
    'audit/tamper-checkpoints',
    'audit/tamper-evidence',
    'audit/tamper-signatures',
    'audit/verify-since',
  ],
  'admin/event-history': ['audit/event-'],
  'admin/saved-filters': ['admin/admin-lists', 'admin/saved-filters', 'web/list-address'],
  'admin/team': ['admin/create-admin', 'admin/team'],
  'admin/users': ['admin/admin-', 'admin/freeze', 'admin/own-account'],
  'admin/work-queue': ['admin/admin-review', 'admin/work-queue'],
  'identity/attempts': [
    'audit/access-log',
    'identity/account-limits',
    'identity/credential-gate',
    'identity/limits',
    'identity/request-rates',
    'identity/sign-in-races',
    'identity/user-quotas',
  ],
  'identity/factors': [
    'admin/admin-factors',
    'admin/approval-signatures',
    'identity/new-device',
    'identity/second-factors',
  ],
  'identity/sessions': [
    'admin/freeze',
    'identity/access-table',
    'identity/auth',
    'identity/new-device',
    'identity/second-factors',
    'identity/session',
    'identity/sign-in-races',
  ],
  'identity/sign-in': [
    'identity/account-limits',
    'identity/auth',
    'identity/browser-protection',
    'identity/competing-registrations',
    'identity/email-addresses',
    'identity/forgotten-password',
    'identity/limits',
    'identity/new-device',
    'identity/password-recovery',
    'identity/second-factors',
    'identity/security',
    'identity/sign-in-races',
  ],
  'identity/users': [
    'identity/email-addresses',
    'admin/admin-users',
    'identity/auth',
    'identity/competing-registrations',
    'identity/hostile-input',
  ],
  'kyc/account-requests': [
    'admin/admin-requests',
    'admin/own-account',
    'admin/repeated-decisions',
    'kyc/kyc-application',
  ],
  'kyc/documents': ['kyc/direct-uploads', 'kyc/document', 'kyc/kyc-uploads', 'kyc/objects'],
  'kyc/identity-checks': ['kyc/admin-kyc', 'kyc/kyc'],
  'payments/accounts': ['payments'],
  'payments/incoming-payments': [
    'admin/admin-incoming',
    'admin/admin-lists',
    'admin/admin-review',
    'admin/lost-updates',
    'admin/own-account',
    'payments/history',
    'payments/money',
  ],
  'payments/statements': ['payments'],
  'payments/transactions': ['payments'],
  'payments/transfers': ['admin/admin-outgoing', 'payments'],
  'support/chat': ['support/admin-chat', 'support/chat', 'support/support-chat'],
  'support/dashboard-content': ['admin/dashboard-content'],
  'support/mail': ['support/admin-mail', 'support/mail'],
  'support/notifications': ['support/mail', 'support/notifications'],
};

/**
 * The browser tests of each feature of the web app, in the same form. The panel is one feature.
 * @type {Record<string, string[]>}
 */
export const TESTS_OF_WEB = {
  admin: ['admin'],
  'identity/forgot-password': ['identity/forgotten-password', 'identity/forms', 'web/steps'],
  'identity/secure-account': ['identity/new-device'],
  'identity/settings': ['identity/forms', 'identity/new-device', 'identity/second-factors', 'web/bank-time'],
  'identity/sign-in': [
    'identity/access',
    'identity/double-submit',
    'identity/first-transfer',
    'identity/forms',
    'identity/new-device',
    'identity/return-path',
    'identity/second-factors',
  ],
  'kyc/application': ['kyc', 'web/steps'],
  'payments/analytics': ['payments/analytics', 'web/first-load'],
  'payments/dashboard': [
    'admin/dashboard-content',
    'kyc/kyc-application',
    'web/customer-shell',
    'web/failures',
    'web/polling',
  ],
  'payments/explanation': ['payments'],
  'payments/statements': ['payments'],
  'payments/transactions': ['payments', 'web/list-address'],
  'payments/transfers': ['identity/drafts', 'identity/first-transfer', 'payments', 'web/steps', 'web/toasts'],
  'public/about': PUBLIC_SCREENS,
  'public/features-overview': PUBLIC_SCREENS,
  'public/landing': PUBLIC_SCREENS,
  'public/legal': PUBLIC_SCREENS,
  'public/not-found': PUBLIC_SCREENS,
  'support/chat': ['support/admin-chat', 'support/support-chat'],
  'support/notifications': ['web/bank-time', 'web/customer-shell', 'web/polling'],
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
  const [, part = '', room = '', folder = ''] =
    /^(api\/src|web\/src\/features|api\/test)\/([\w-]+)\/(?:([\w-]+)\/)?/.exec(file) ?? [];
  if (/^common\/src\/.*\.spec\.ts$/.test(file)) return [];
  if (part === 'api/test') return selectForTest(file, room);
  if (part !== '' && isUnitTest(file)) return [];
  const feature = `${room}/${folder}`;
  if (part === 'api/src') return TESTS_OF_API[feature]?.flatMap((tests) => testsIn(tests)) ?? 'everything';
  if (part === '') return 'everything';
  // HTTP tests do not run the code of the web app.
  return (
    (TESTS_OF_WEB[feature] ?? TESTS_OF_WEB[room])?.flatMap((tests) => testsIn(tests, '.e2e.spec.ts')) ??
    'everything'
  );
}

/** A changed test file runs alone; what its folder shares runs the folder; what all share runs everything. */
function selectForTest(/** @type {string} */ file, /** @type {string} */ folder) {
  if (/^(harness|fixtures)$/.test(folder)) return /** @type {const} */ ('everything');
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
