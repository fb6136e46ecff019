// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { citedInTests, findRuleViolations, readRules } from './product-rules.mjs';

const ROOT = path.join(import.meta.dirname, '../../..');

/**
 * Fails a run of the whole suite if a rule in `docs/product.md` has neither a passing nor a skipped test, or if a
 * title cites an id that no rule has. The daily suite leaves out the long suites, so it accepts rules that only the
 * long suites cite; the nightly run includes them. `npm test` adds this reporter to whole runs only: in a filtered run
 * most rules have no test.
 */
export default class RuleReporter {
  /** @type {Error | undefined} */
  #error;

  /** @param {unknown} _contexts @param {import('@jest/test-result').AggregatedResult} results */
  onRunComplete(_contexts, { testResults, wasInterrupted }) {
    if (wasInterrupted) return;
    const violations = findRuleViolations({
      rules: readRules(readFileSync(path.join(ROOT, 'docs/product.md'), 'utf8')).keys(),
      tests: testResults.flatMap((file) =>
        file.testResults.map(({ title, status }) => ({ title, status: outcomeOf(status) })),
      ),
      citedElsewhere: citedInSuitesLeftOut(testResults.map(({ testFilePath }) => testFilePath)),
    });
    if (violations.length === 0) return;
    this.#error = new Error('The tests do not prove every rule of docs/product.md.');
    process.stderr.write(`\n${this.#error.message}\n${violations.map((line) => `  ${line}\n`).join('')}`);
  }

  /** Jest fails the run if this returns an error. */
  getLastError() {
    return this.#error;
  }
}

/** @param {import('@jest/test-result').AssertionResult['status']} status */
function outcomeOf(status) {
  if (status === 'passed' || status === 'failed') return status;
  return 'skipped';
}

/** The ids cited in the long suites that were not part of the run. @param {readonly string[]} run */
function citedInSuitesLeftOut(run) {
  const folder = path.join(ROOT, 'api/test');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.full\..*spec\.ts$/.test(name))
    .map((name) => path.join(folder, name))
    .filter((file) => !run.includes(file))
    .flatMap((file) => citedInTests(readFileSync(file, 'utf8')));
}
