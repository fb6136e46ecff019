// @ts-check
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf, Problem } from './problem.mjs';
import { identityOf } from './processes.mjs';

/** @typedef {{ pid: number, identity: string | undefined, what: string }} Holder */

export const lockFileOf = (/** @type {string} */ folder) => path.join(folder, 'lock.json');

/** The living process that holds the folder, if there is one. A lock whose process is gone counts for nothing. */
export function holderOf(/** @type {string} */ folder) {
  const holder = read(lockFileOf(folder));
  return holder?.identity && identityOf(holder.pid) === holder.identity ? holder : undefined;
}

/**
 * Takes the folder for this process; answers how to give it back.
 * @param {string} folder
 * @param {string} what this process is, for whoever comes next
 */
export function lockFolder(folder, what) {
  const file = lockFileOf(folder);
  const holder = holderOf(folder);
  if (holder) throw inUse(folder, holder);
  rmSync(file, { force: true });
  try {
    const own = { pid: process.pid, identity: identityOf(process.pid), what };
    writeFileSync(file, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Somebody else was quicker by a moment.
    if (codeOf(error) === 'EEXIST') throw inUse(folder, read(file));
    throw error;
  }
  return () => rmSync(file, { force: true });
}

function inUse(/** @type {string} */ folder, /** @type {Holder | undefined} */ holder) {
  return new Problem(
    `${folder} is in use by ${holder?.what ?? 'another start'} (process ${holder?.pid}): stop it first, or set DATA_DIR to another folder.`,
  );
}

/** @returns {Holder | undefined} */
function read(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
