// @ts-check
import { closeSync, constants, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { writePrivateFile } from './private-file.mjs';
import { codeOf, Problem } from './problem.mjs';
import { identityOf } from './processes.mjs';

/** @typedef {{ pid: number, identity: string | undefined, what: string }} Holder */

/**
 * The file that names the process that has locked a folder. The lock itself is held by the operating system, which
 * releases it when the process ends.
 */
export const lockFileOf = (/** @type {string} */ folder) => path.join(folder, 'lock.json');

/** The running process that holds the lock on the folder. A lock file whose process has ended is stale and ignored. */
export function holderOf(/** @type {string} */ folder) {
  const holder = read(lockFileOf(folder));
  return holder?.identity && identityOf(holder.pid) === holder.identity ? holder : undefined;
}

/**
 * Locks the folder for this process. Resolves with a function that releases the lock.
 * @param {string} folder
 * @param {string} what the command that holds the lock, for error messages
 * @throws Problem another process holds the lock
 */
export async function lockFolder(folder, what) {
  const unlock = await (process.platform === 'linux' ? lockBySocket(folder) : lockByFile(folder));
  // An earlier version of the launcher writes only the file and does not take the operating system's lock.
  const holder = holderOf(folder);
  if (unlock === undefined || holder) {
    unlock?.();
    throw inUse(folder, holder);
  }
  const file = lockFileOf(folder);
  writePrivateFile(file, { pid: process.pid, identity: identityOf(process.pid), what });
  return () => {
    rmSync(file, { force: true });
    unlock();
  };
}

/**
 * Listens on an abstract socket that is named after the folder. Only one process can do that, and the socket disappears
 * when the process is killed. Node has no `flock`.
 * @param {string} folder
 * @returns {Promise<(() => void) | undefined>} undefined if another process listens
 */
function lockBySocket(folder) {
  // Identifies the folder by device and inode, so another path to it gives the same name.
  const { dev, ino } = statSync(folder, { bigint: true });
  const server = net.createServer((socket) => socket.destroy());
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen({ path: `\0moniker-data-${dev}-${ino}`, exclusive: true }, () => {
      resolve(() => void server.close());
    });
  });
}

/**
 * Opens a file with an exclusive lock, which macOS supports and Linux does not.
 * @param {string} folder
 * @returns {Promise<(() => void) | undefined>} undefined if another process has it open
 */
function lockByFile(folder) {
  const O_EXLOCK = 0x20;
  const { O_CREAT, O_NONBLOCK, O_RDWR } = constants;
  try {
    const file = openSync(path.join(folder, 'lock'), O_RDWR | O_CREAT | O_NONBLOCK | O_EXLOCK, 0o600);
    return Promise.resolve(() => closeSync(file));
  } catch (error) {
    return codeOf(error) === 'EAGAIN' ? Promise.resolve(undefined) : Promise.reject(error);
  }
}

function inUse(/** @type {string} */ folder, /** @type {Holder | undefined} */ holder) {
  const by = holder ? `${holder.what} (process ${holder.pid})` : 'another process';
  return new Problem(`${folder} is in use by ${by}. Stop it first, or set DATA_DIR to another folder.`);
}

/** @returns {Holder | undefined} */
function read(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
