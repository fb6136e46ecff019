// @ts-check
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hashOf } from './content-hash.mjs';
import { inRoot } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run } from './run.mjs';

/** @typedef {'api' | 'web'} Part */

/**
 * What each build depends on. Both depend on `common`: the API's build compiles it first, and the web app's build
 * bundles its sources.
 * @type {Record<Part, string[]>}
 */
const SOURCES = {
  api: [
    'common',
    'api/src',
    'api/package.json',
    'api/tsconfig.json',
    'api/tsconfig.build.json',
    'tsconfig.base.json',
    'package-lock.json',
  ],
  web: ['common', 'web', 'api/openapi.json', 'tsconfig.base.json', 'package-lock.json'],
};

/** The folders that a build fills. @type {Record<Part, string[]>} */
const OUTPUTS = { api: ['api/dist', 'common/dist'], web: ['web/dist'] };

const stampOf = (/** @type {Part} */ part) => inRoot(part, 'dist', '.moniker-build');

/** Whether an output is missing or was not built from the current sources. */
export function needsBuild(/** @type {Part} */ part) {
  const isMissing = OUTPUTS[part].some((folder) => !existsSync(inRoot(folder)));
  return isMissing || read(stampOf(part))?.contents !== hashOf(SOURCES[part]).contents;
}

/**
 * Builds the API or the web app.
 * @param {Part} part
 * @param {AbortSignal} [signal]
 */
export async function build(part, signal) {
  const hash = hashOf(SOURCES[part]);
  const stamp = stampOf(part);
  // The compiler doesn't remove the output of deleted or renamed sources, so a program could still load that output.
  if (read(stamp)?.names !== hash.names)
    for (const folder of OUTPUTS[part]) rmSync(inRoot(folder), { recursive: true, force: true });
  rmSync(stamp, { force: true });
  const { code, output } = await run('npm', ['run', 'build', '--silent', '-w', part], { signal });
  if (code !== 0) throw new Problem(`The build of ${part} failed:\n${output.trim()}`);
  writeFileSync(stamp, JSON.stringify(hash));
}

/** Records that `dist` matches the current sources, for callers that build it without `build`. */
export function markBuilt(/** @type {Part} */ part) {
  writeFileSync(stampOf(part), JSON.stringify(hashOf(SOURCES[part])));
}

/** Builds the parts that are out of date. */
export async function ensureBuilt(
  /** @type {Part[]} */ parts,
  /** @type {AbortSignal | undefined} */ signal = undefined,
) {
  await Promise.all(parts.filter(needsBuild).map((part) => build(part, signal)));
}

/** @returns {{ names: string, contents: string } | undefined} */
function read(/** @type {string} */ stamp) {
  return existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : undefined;
}
