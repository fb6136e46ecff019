import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { selectFor, TESTS_OF_API, TESTS_OF_WEB } from '../../../infra/local/testing/changed.mjs';
import { ROOT } from './paths.js';

/** API folders shared by all features. */
const SHARED = ['apps', 'cli', 'http', 'ledger', 'migrations', 'operations', 'platform', 'seed'];

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
    const features = foldersIn('api/src').filter((name) => !SHARED.includes(name));
    expect(Object.keys(TESTS_OF_API).sort()).toEqual(features);
    expect(Object.keys(TESTS_OF_WEB).sort()).toEqual(foldersIn('web/src/features'));
  });

  it('refers only to existing test folders', () => {
    const folders = [...Object.values(TESTS_OF_API), ...Object.values(TESTS_OF_WEB)].flat();
    expect(folders.filter((name) => !existsSync(path.join(ROOT, 'api/test', name)))).toEqual([]);
  });

  it.each(['api/src/chat/chat.service.ts', 'web/src/features/contact/contact-page.tsx'])(
    'selects the tests of the feature for %s',
    (file) => {
      expect(namesFor(file)).toEqual([
        'api/test/chat/admin-chat.e2e.spec.ts',
        'api/test/chat/chat.int.spec.ts',
        'api/test/chat/support-chat.e2e.spec.ts',
      ]);
    },
  );

  it.each([
    'api/src/ledger/domain/decide.ts',
    'api/src/platform/config/config.token.ts',
    'api/src/apps/app.module.ts',
    'api/test/support/api.ts',
    'web/src/lib/money.ts',
    'infra/local/test.mjs',
    'package-lock.json',
    'docs/vectors/log.ndjson',
  ])('selects everything for %s', (file) => {
    expect(namesFor(file)).toBe('everything');
  });

  it('selects only the changed test file and no full suites', () => {
    expect(namesFor('api/test/chat/chat.int.spec.ts')).toEqual(['api/test/chat/chat.int.spec.ts']);
    expect(namesFor('api/test/web/screens.full.e2e.spec.ts')).toEqual([]);
  });

  it.each(['README.md', 'docs/adr/0001-group-commit.md', 'docs/dashboard.png'])(
    'selects nothing for %s',
    (file) => {
      expect(namesFor(file)).toEqual([]);
    },
  );
});
