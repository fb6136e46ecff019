import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SWC_OPTIONS } from './swc-options.mjs';

const WITH_COVERAGE = process.env.MONIKER_TEST_COVERAGE !== undefined;
const COMPILE_LIKE_BUILD = `${import.meta.dirname}/../infra/local/testing/typescript-transform.mjs`;

/** Tests read the sources of `common`, so `common` needs no build. */
const COMMON = path.join(import.meta.dirname, '../common/src');

const shared = {
  testEnvironment: '<rootDir>/../api/test/harness/timed-environment.mjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // TypeScript wants the name of the compiled file in an import; Jest reads the source.
  moduleNameMapper: { '^@moniker/common/(.*)\\.js$': `${COMMON}/$1.ts`, '^(\\.{1,2}/.*)\\.js$': '$1' },
  moduleFileExtensions: ['js', 'mjs', 'ts', 'tsx', 'json', 'node'],
  transform: { '\\.tsx?$': WITH_COVERAGE ? COMPILE_LIKE_BUILD : ['@swc/jest', SWC_OPTIONS] },
};

const withDatabase = {
  globalSetup: '<rootDir>/test/harness/global-setup.mjs',
  globalTeardown: '<rootDir>/test/harness/global-teardown.mjs',
};

/** Suites too long for every run; `npm run test:full` runs them too. */
const FULL = '\\.full\\.';

/** The files with tests that run only nightly (`test/harness/nightly.ts`). */
const WITH_NIGHTLY_TESTS = readdirSync(path.join(import.meta.dirname, 'test'), {
  recursive: true,
  encoding: 'utf8',
}).filter(
  (name) =>
    name.endsWith('.spec.ts') &&
    readFileSync(path.join(import.meta.dirname, 'test', name), 'utf8').includes('itNightly'),
);

export default {
  // Jest collects no coverage of files outside its root, such as the files of `web`.
  rootDir: WITH_COVERAGE ? `${import.meta.dirname}/..` : import.meta.dirname,
  testSequencer: `${import.meta.dirname}/test/harness/longest-first-sequencer.mjs`,
  // Only a hanging test takes this long, even on a slow machine. No test relies on this timeout to check speed.
  testTimeout: 120_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      rootDir: import.meta.dirname,
      roots: ['<rootDir>', COMMON],
      testMatch: [
        `${COMMON}/**/*.spec.ts`,
        '<rootDir>/src/**/*.spec.ts',
        '<rootDir>/test/ledger/model/*.spec.ts',
        '<rootDir>/test/mutations/*.spec.ts',
        '<rootDir>/test/harness/*.spec.ts',
        '<rootDir>/bench/**/*.spec.ts',
      ],
      testPathIgnorePatterns: [FULL],
    },
    {
      ...shared,
      displayName: 'web',
      rootDir: `${import.meta.dirname}/../web`,
      roots: ['<rootDir>', COMMON],
      moduleNameMapper: { ...shared.moduleNameMapper, '^@/(.*)$': '<rootDir>/src/$1' },
      testMatch: ['<rootDir>/src/**/*.spec.ts'],
    },
    {
      ...shared,
      ...withDatabase,
      displayName: 'integration',
      rootDir: import.meta.dirname,
      testMatch: ['<rootDir>/test/**/*.int.spec.ts'],
      testPathIgnorePatterns: [FULL],
    },
    {
      ...shared,
      ...withDatabase,
      displayName: 'e2e',
      rootDir: import.meta.dirname,
      testMatch: ['<rootDir>/test/**/*.e2e.spec.ts'],
      testPathIgnorePatterns: [FULL],
    },
    {
      ...shared,
      ...withDatabase,
      displayName: 'full',
      rootDir: import.meta.dirname,
      testMatch: ['<rootDir>/test/**/*.full.e2e.spec.ts'],
    },
    {
      ...shared,
      ...withDatabase,
      displayName: 'full-integration',
      rootDir: import.meta.dirname,
      testMatch: ['<rootDir>/test/**/*.full.int.spec.ts'],
    },
    {
      ...shared,
      ...withDatabase,
      // These files contain tests that the daily suite skips.
      displayName: 'full-nightly',
      rootDir: import.meta.dirname,
      testMatch: WITH_NIGHTLY_TESTS.map((name) => `<rootDir>/test/${name}`),
      globals: { NIGHTLY: true },
    },
    {
      ...shared,
      ...withDatabase,
      // The daily suite runs these tests with jobs in PostgreSQL. Here, the jobs are in Redis.
      displayName: 'full-redis',
      rootDir: import.meta.dirname,
      testMatch: ['<rootDir>/test/support/mail{,-from-ledger}.int.spec.ts'],
      globals: { JOB_STORE: 'Redis', NIGHTLY: true },
    },
    {
      ...shared,
      ...withDatabase,
      // The daily suite runs this test with files in a folder. Here, the files are in a bucket. The daily suite tests
      // uploads to a bucket only in `direct-uploads.int.spec.ts`.
      displayName: 'full-bucket',
      rootDir: import.meta.dirname,
      testMatch: ['<rootDir>/test/kyc/objects.int.spec.ts'],
      globals: { OBJECT_STORE: 'bucket' },
    },
  ],
};
