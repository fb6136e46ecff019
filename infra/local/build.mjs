// @ts-check
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf } from './content-hash.mjs';
import { inRoot } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run } from './run.mjs';

/** @typedef {'api' | 'web'} Part */

/** @type {Record<Part, string[]>} */
const SOURCES = {
  api: [
    'api/src',
    'api/package.json',
    'api/tsconfig.json',
    'api/tsconfig.build.json',
    'tsconfig.base.json',
    'package-lock.json',
  ],
  web: ['web', 'tsconfig.base.json', 'package-lock.json'],
};

const stampOf = (/** @type {Part} */ part) => inRoot(part, 'dist', '.moniker-build');

/** Whether what is in `dist` was built from other sources than the present ones. */
export function needsBuild(/** @type {Part} */ part) {
  return read(stampOf(part))?.contents !== hashOf(SOURCES[part]).contents;
}

/**
 * Builds a part of the product.
 * @param {Part} part
 * @param {AbortSignal} [signal]
 */
export async function build(part, signal) {
  const hash = hashOf(SOURCES[part]);
  const stamp = stampOf(part);
  // The compiler leaves the output of a source that was deleted or renamed, and such a file could still be loaded.
  if (read(stamp)?.names !== hash.names) rmSync(path.dirname(stamp), { recursive: true, force: true });
  rmSync(stamp, { force: true });
  const { code, output } = await run('npm', ['run', 'build', '--silent', '-w', part], { signal });
  if (code !== 0) throw new Problem(`The ${part} does not build:\n${output.trim()}`);
  writeFileSync(stamp, JSON.stringify(hash));
}

/** Notes that what is in `dist` belongs to the present sources, for whoever has built it in another way. */
export function markBuilt(/** @type {Part} */ part) {
  writeFileSync(stampOf(part), JSON.stringify(hashOf(SOURCES[part])));
}

/** Builds what is out of date. */
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
