// @ts-check
import { rmSync } from 'node:fs';
import path from 'node:path';
import { holderOf } from './lock.mjs';
import { readPrivateFile, writePrivateFile } from './private-file.mjs';
import { identityOf } from './processes.mjs';

/** @typedef {import('./postgres/provision.mjs').PerRole} PerRole */

const fileOf = (/** @type {string} */ folder) => path.join(folder, 'runtime.json');

/** Publishes the database URLs for `npm run ledger` while `npm start` runs. Returns a function that removes them. */
export function publishRuntime(/** @type {string} */ folder, /** @type {PerRole} */ urls) {
  writePrivateFile(fileOf(folder), { ...urls, publisher: identityOf(process.pid) });
  return () => rmSync(fileOf(folder), { force: true });
}

/**
 * The URLs of the running database, or undefined if the process that has locked this folder has not published any.
 * Ignores URLs that a killed launcher left behind.
 * @returns {PerRole | undefined}
 */
export function readRuntime(/** @type {string} */ folder) {
  const holder = holderOf(folder);
  if (!holder) return undefined;
  const runtime = readPrivateFile(fileOf(folder), 'Stop `npm start`, then run it again.');
  return runtime?.publisher === holder.identity ? runtime : undefined;
}
