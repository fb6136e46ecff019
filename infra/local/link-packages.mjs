// @ts-check
import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

/** The scope of this repository's workspaces. */
const WORKSPACES = '@moniker';

/**
 * Gives a copy of the repository the installed packages of the root: links to each of them, but the workspaces are the
 * copy's own, so its programs load its `common`.
 */
export function linkPackages(/** @type {string} */ copy) {
  const source = inRoot('node_modules');
  const target = path.join(copy, 'node_modules');
  mkdirSync(path.join(target, WORKSPACES), { recursive: true });
  for (const name of readdirSync(source).filter((each) => each !== WORKSPACES))
    symlinkSync(path.join(source, name), path.join(target, name));
  // npm links workspaces by relative paths.
  for (const name of readdirSync(path.join(source, WORKSPACES)))
    symlinkSync(readlinkSync(path.join(source, WORKSPACES, name)), path.join(target, WORKSPACES, name));
}
