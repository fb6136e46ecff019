import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { selectFor, TESTS_OF_API, TESTS_OF_WEB, testsIn } from '../../../infra/local/testing/changed.mjs';
import { ROOT } from './paths.js';

/** The rooms of the API and of the web app, and those of the web app alone. */
const ROOMS = ['admin', 'identity', 'kyc', 'payments', 'support'];
const WEB_ROOMS = [...ROOMS.filter((room) => room !== 'admin'), 'public'];

const foldersIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

const namesFor = (file: string): unknown => {
  const selected = selectFor(file);
  return selected === 'everything' ? selected : selected.map((test) => path.relative(ROOT, test));
};

describe('npm test -- changed', () => {
  it('maps every feature to its tests', () => {
    const featuresIn = (folder: string, rooms: readonly string[]) =>
      rooms.flatMap((room) => foldersIn(`${folder}/${room}`).map((name) => `${room}/${name}`)).sort();
    expect(Object.keys(TESTS_OF_API).sort()).toEqual(featuresIn('api/src', ROOMS));
    expect(Object.keys(TESTS_OF_WEB).sort()).toEqual(['admin', ...featuresIn('web/src/features', WEB_ROOMS)]);
    expect(foldersIn('web/src/features')).toEqual(['admin', ...WEB_ROOMS].sort());
  });

  it('refers only to tests that exist', () => {
    const missing = Object.values(TESTS_OF_API)
      .flat()
      .filter((tests) => testsIn(tests).length === 0);
    const missingInBrowser = Object.values(TESTS_OF_WEB)
      .flat()
      .filter((tests) => testsIn(tests, '.e2e.spec.ts').length === 0);
    expect([missing, missingInBrowser]).toEqual([[], []]);
  });

  it.each(ROOMS)('selects each test of the folder %s for some feature', (folder) => {
    const selected = new Set([
      ...Object.values(TESTS_OF_API).flatMap((tests) => tests.flatMap((each) => testsIn(each))),
      ...Object.values(TESTS_OF_WEB).flatMap((tests) =>
        tests.flatMap((each) => testsIn(each, '.e2e.spec.ts')),
      ),
    ]);
    expect(testsIn(folder).filter((file) => !selected.has(file))).toEqual([]);
  });

  it('selects the HTTP and browser tests of a feature of the API', () => {
    expect(namesFor('api/src/support/chat/chat.service.ts')).toEqual([
      'api/test/support/admin-chat.e2e.spec.ts',
      'api/test/support/chat.int.spec.ts',
      'api/test/support/support-chat.e2e.spec.ts',
    ]);
  });

  it('selects only the browser tests of a feature of the web app', () => {
    expect(namesFor('web/src/features/support/chat/contact-page.tsx')).toEqual([
      'api/test/support/admin-chat.e2e.spec.ts',
      'api/test/support/support-chat.e2e.spec.ts',
    ]);
  });

  it('selects only some tests of a folder that several features share', () => {
    expect(namesFor('api/src/admin/work-queue/work-queue-sql.ts')).toEqual([
      'api/test/admin/admin-review.int.spec.ts',
      'api/test/admin/work-queue.e2e.spec.ts',
      'api/test/admin/work-queue.int.spec.ts',
    ]);
  });

  it('selects the browser tests of the panel for each of its folders', () => {
    expect(namesFor('web/src/features/admin/team/roles.ts')).toContain('api/test/admin/team.e2e.spec.ts');
    expect(namesFor('web/src/features/admin/admin-page.tsx')).toContain('api/test/admin/team.e2e.spec.ts');
  });

  it.each([
    'api/src/ledger/domain/decide.ts',
    'api/src/outbox/outbox.service.ts',
    'api/src/platform/config/config.token.ts',
    'api/src/apps/app.module.ts',
    'api/test/harness/api.ts',
    'common/src/fee.ts',
    'web/src/lib/money.ts',
    'infra/local/test.mjs',
    'package-lock.json',
    'docs/vectors/log.ndjson',
  ])('selects everything for %s', (file) => {
    expect(namesFor(file)).toBe('everything');
  });

  it('selects only the changed test file and no full suites', () => {
    expect(namesFor('api/test/support/chat.int.spec.ts')).toEqual(['api/test/support/chat.int.spec.ts']);
    expect(namesFor('api/test/web/screens.full.e2e.spec.ts')).toEqual([]);
  });

  it.each(['README.md', 'docs/adr/0001-group-commit.md', 'docs/dashboard.png'])(
    'selects nothing for %s',
    (file) => {
      expect(namesFor(file)).toEqual([]);
    },
  );
});
