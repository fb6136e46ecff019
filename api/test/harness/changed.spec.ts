import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { selectFor, TESTS_BY_AREA, testsIn } from '../../../infra/local/testing/changed.mjs';
import { ROOT } from './paths.js';

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
  it('knows every area of the web app', () => {
    expect(Object.keys(TESTS_BY_AREA.web).sort()).toEqual(foldersIn('web/src/features'));
  });

  it.each(Object.keys(TESTS_BY_AREA.api))(
    'selects all tests of the area %s for a file in its API folder',
    (area) => {
      const selected = namesFor(`api/src/${area}/${foldersIn(`api/src/${area}`)[0]}/any.ts`);
      expect(selected).toEqual(
        expect.arrayContaining(testsIn(area).map((file) => path.relative(ROOT, file))),
      );
    },
  );

  it('refers only to tests that exist', () => {
    const { api, web } = TESTS_BY_AREA;
    const isEmpty = (ending: string) => (tests: string) => testsIn(tests, ending).length === 0;
    expect(Object.values(api).flat().filter(isEmpty('.spec.ts'))).toEqual([]);
    expect(Object.values(web).flat().filter(isEmpty('.e2e.spec.ts'))).toEqual([]);
  });

  it('selects HTTP and browser tests for a file of the API', () => {
    expect(namesFor('api/src/support/chat/chat.service.ts')).toEqual(
      expect.arrayContaining([
        'api/test/support/chat.int.spec.ts',
        'api/test/support/support-chat.e2e.spec.ts',
      ]),
    );
  });

  it('selects only browser tests for a file of the web app', () => {
    const selected = namesFor('web/src/features/support/chat/contact-page.tsx');
    expect(selected).toContain('api/test/support/support-chat.e2e.spec.ts');
    expect(selected).not.toContain('api/test/support/chat.int.spec.ts');
  });

  it('selects the browser tests of the admin panel for any file of the panel', () => {
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

  it('selects only the changed test file, or nothing if that file belongs to a long suite', () => {
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
