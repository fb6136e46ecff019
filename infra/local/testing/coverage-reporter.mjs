// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { COVERAGE_FOLDER } from './process-coverage.mjs';

/**
 * A Jest reporter that writes the V8 coverage of the sources that tests import. Uses the format of NODE_V8_COVERAGE,
 * and adds each source's compiled code and source map.
 */
export default class CoverageReporter {
  #files = 0;

  /**
   * @param {import('@jest/test-result').Test} _test
   * @param {import('@jest/test-result').TestResult} testResult
   */
  onTestResult(_test, testResult) {
    const { v8Coverage } = testResult;
    // Jest's own report would map the coverage to the sources a second time.
    delete testResult.v8Coverage;
    if (!COVERAGE_FOLDER || !v8Coverage) return;
    const result = v8Coverage.flatMap(({ result, codeTransformResult }) =>
      codeTransformResult ? [{ ...result, ...sourcesOf(result.url, codeTransformResult) }] : [],
    );
    this.#files += 1;
    writeFileSync(path.join(COVERAGE_FOLDER, `jest-${this.#files}.json`), JSON.stringify({ result }));
  }
}

function sourcesOf(
  /** @type {string} */ file,
  /** @type {{ code: string, sourceMapPath: string | null }} */ { code, sourceMapPath },
) {
  const url = pathToFileURL(file).href;
  const sourceMap =
    sourceMapPath && existsSync(sourceMapPath) ? JSON.parse(readFileSync(sourceMapPath, 'utf8')) : undefined;
  return { url, source: code, sourceMap };
}
