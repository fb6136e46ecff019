// @ts-check
import { inRoot } from '../paths.mjs';

/**
 * Jest's arguments in a coverage run, in addition to `api/jest.config.mjs`.
 * @param {string[]} args the other arguments
 */
export function coverageArgs(args) {
  if (!process.env.MONIKER_TEST_COVERAGE) return [];
  const reporter = inRoot('infra/local/testing/coverage-reporter.mjs');
  return [
    ...['--coverage', '--coverageProvider=v8', '--coverageReporters=none'],
    ...['--reporters=default', `--reporters=${reporter}`].filter((each) => !args.includes(each)),
  ];
}
