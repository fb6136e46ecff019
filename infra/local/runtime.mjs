// @ts-check
import { rmSync } from 'node:fs';
import path from 'node:path';
import { holderOf } from './lock.mjs';
import { readPrivateFile, writePrivateFile } from './private-file.mjs';

/** @typedef {import('./postgres/provision.mjs').PerRole} PerRole */

const fileOf = (/** @type {string} */ folder) => path.join(folder, 'runtime.json');

/** Publishes the database URLs for `npm run ledger` while `npm start` runs. Returns a function that removes them. */
export function publishRuntime(/** @type {string} */ folder, /** @type {PerRole} */ urls) {
  writePrivateFile(fileOf(folder), urls);
  return () => rmSync(fileOf(folder), { force: true });
}

/**
 * The URLs of the running database, or undefined if no process holds this folder or none has published the URLs.
 * @returns {PerRole | undefined}
 */
export function readRuntime(/** @type {string} */ folder) {
  return holderOf(folder) ? readPrivateFile(fileOf(folder), 'Stop npm start and start it again.') : undefined;
}
