// @ts-check
import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

/** The scope of this repository's workspaces. */
const WORKSPACES = '@moniker';

/**
 * Links the root's installed packages into a copy of the repository. Workspaces link to the copy itself, so the copy's
 * programs load the copy's `common`.
 */
export function linkPackages(/** @type {string} */ copy) {
  const source = inRoot('node_modules');
  const target = path.join(copy, 'node_modules');
  mkdirSync(path.join(target, WORKSPACES), { recursive: true });
  for (const name of readdirSync(source).filter((each) => each !== WORKSPACES))
    symlinkSync(path.join(source, name), path.join(target, name));
  // npm's links to workspaces are relative paths.
  for (const name of readdirSync(path.join(source, WORKSPACES)))
    symlinkSync(readlinkSync(path.join(source, WORKSPACES, name)), path.join(target, WORKSPACES, name));
}
