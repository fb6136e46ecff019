// @ts-check
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

const EXCLUDED = new Set(['node_modules', 'dist', 'test-results', 'coverage']);

/** Files that a build or a check generates itself. */
const GENERATED = /\.gen\.ts$/;

/**
 * Hashes files and folders of the repository. `names` is a hash of their paths; `contents` also covers their contents.
 * @param {string[]} roots paths relative to the repository's root
 */
export function hashOf(roots) {
  const names = createHash('sha256');
  const contents = createHash('sha256');
  for (const file of roots.flatMap((root) => filesIn(path.join(ROOT, root))).sort()) {
    const name = path.relative(ROOT, file);
    names.update(`${name}\0`);
    contents.update(`${name}\0`).update(readFileSync(file)).update('\0');
  }
  return { names: names.digest('hex'), contents: contents.digest('hex') };
}

/** @returns {string[]} */
function filesIn(/** @type {string} */ root) {
  const stat = statSync(root, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [root];
  return readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !EXCLUDED.has(name) && !name.startsWith('.') && !GENERATED.test(name))
    .flatMap((entry) => filesIn(path.join(root, entry.name)));
}
