// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TEST_ROOTS = ['api', 'common/src', 'web/src'];
const SKIPPED = new Set(['node_modules', 'dist']);

/**
 * Problems that prevent a mutation from running, such as an anchor that no longer applies or a missing test.
 * @param {import('./mutation.mjs').Mutation} mutation
 * @returns {string[]}
 */
export function problemsOf({ file, find, replace, test, title, because }) {
  const problems = [];
  if (!/^(api|common|web)\/src\//.test(file))
    problems.push(`${file} is not in api/src, common/src or web/src`);
  else if (!existsSync(path.join(ROOT, file))) problems.push(`${file} does not exist`);
  else {
    const count = occurrences(readFileSync(path.join(ROOT, file), 'utf8'), find);
    if (count !== 1) problems.push(`the anchor occurs ${count} times in ${file}, not once:\n${find}`);
  }
  if (find === replace) problems.push('`replace` is the same as `find`');
  if (because === '') problems.push('`because` is empty');
  try {
    const spec = readFileSync(path.join(ROOT, testFileOf({ file, test })), 'utf8');
    const missing = (title ?? '').split('.*').filter((part) => !spec.includes(part));
    if (missing.length > 0) problems.push(`${test} does not contain the title:\n${missing.join('\n')}`);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return problems;
}

/**
 * Finds a mutation's spec file by its base name. If several files have that name, returns the one in the mutation's
 * part (`api`, `common` or `web`).
 *
 * @throws Error if there is not exactly one such file
 * @param {Pick<import('./mutation.mjs').Mutation, 'file' | 'test'>} mutation
 */
export function testFileOf({ file, test }) {
  const named = (specs ??= TEST_ROOTS.flatMap(specsIn)).filter((spec) => path.basename(spec) === test);
  const own = named.filter((spec) => spec.split('/')[0] === file.split('/')[0]);
  const found = named.length > 1 ? own : named;
  const [spec] = found;
  if (spec === undefined) throw new Error(`There is no spec file named ${test}`);
  if (found.length > 1) throw new Error(`${found.length} spec files are called ${test}: ${found.join(', ')}`);
  return spec;
}

/**
 * The number of occurrences of `part` in `text`.
 * @param {string} text
 * @param {string} part
 */
export const occurrences = (text, part) => text.split(part).length - 1;

/** @type {string[] | undefined} */
let specs;

/** @returns {string[]} */
function specsIn(/** @type {string} */ folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : specsIn(file);
    return entry.name.endsWith('.spec.ts') ? [file] : [];
  });
}
