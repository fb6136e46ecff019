// @ts-check
import { mergeProcessCovs } from '@bcoe/v8-coverage';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * One script in the format of NODE_V8_COVERAGE. A script that Jest compiled includes its code and source map.
 * @typedef {import('@bcoe/v8-coverage').ScriptCov & { source?: string, sourceMap?: object | undefined }} Script
 */

/** Matches the product's code: the compiled API and `common`, the sources that Jest compiles, and the built web app. */
const IS_OF_PRODUCT = /\/((api|common)\/(dist|src)|web\/(src|coverage))\//;

/**
 * Reads all coverage files in a folder and merges them by script. The files are merged one by one, because all of them
 * together may not fit in memory.
 * @returns {Script[]}
 */
export function readRawCoverage(/** @type {string} */ folder) {
  /** @type {Map<string, Pick<Script, 'source' | 'sourceMap'>>} */
  const compiled = new Map();
  let merged = mergeProcessCovs([]);
  for (const name of readdirSync(folder)) {
    const result = readScripts(path.join(folder, name));
    for (const { url, source, sourceMap } of result) if (source) compiled.set(url, { source, sourceMap });
    merged = mergeProcessCovs([merged, { result }]);
  }
  return merged.result.flatMap((script) => {
    const code = compiled.get(script.url) ?? builtFrom(script.url);
    return code ? [{ ...script, ...code }] : [];
  });
}

/** @returns {Script[]} */
function readScripts(/** @type {string} */ file) {
  const { result } = parse(readFileSync(file, 'utf8'));
  return result.filter(({ url }) => url.startsWith('file:') && IS_OF_PRODUCT.test(url));
}

/**
 * Returns no scripts if the file is incomplete because its process was killed while writing.
 * @returns {{ result: Script[] }}
 */
function parse(/** @type {string} */ text) {
  try {
    return JSON.parse(text);
  } catch {
    return { result: [] };
  }
}

/** The code of a built file, or undefined for a file without a source map, such as the bundler's own runtime. */
function builtFrom(/** @type {string} */ url) {
  const file = fileURLToPath(url);
  return existsSync(`${file}.map`) ? { source: readFileSync(file, 'utf8') } : undefined;
}
