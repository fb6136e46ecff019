// @ts-check
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf, Problem } from './problem.mjs';
import { identityOf } from './processes.mjs';

/** @typedef {{ pid: number, identity: string | undefined, what: string }} Holder */

export const lockFileOf = (/** @type {string} */ folder) => path.join(folder, 'lock.json');

/** The running process that holds the lock on the folder. A lock whose process has ended is stale and ignored. */
export function holderOf(/** @type {string} */ folder) {
  const holder = read(lockFileOf(folder));
  return holder?.identity && identityOf(holder.pid) === holder.identity ? holder : undefined;
}

/**
 * Locks the folder for this process. Returns a function that releases the lock.
 * @param {string} folder
 * @param {string} what the command that holds the lock, for error messages
 * @throws Problem another process holds the lock
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
    // Another process created the lock after the check above.
    if (codeOf(error) === 'EEXIST') throw inUse(folder, read(file));
    throw error;
  }
  return () => rmSync(file, { force: true });
}

function inUse(/** @type {string} */ folder, /** @type {Holder | undefined} */ holder) {
  return new Problem(
    `${folder} is in use by ${holder?.what ?? 'another start'} (process ${holder?.pid}). Stop it first, or set DATA_DIR to another folder.`,
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
