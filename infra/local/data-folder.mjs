// @ts-check
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lockFileOf } from './lock.mjs';
import { clusterDir } from './postgres/cluster.mjs';
import { stopOrphanedServer } from './postgres/orphaned-server.mjs';
import { readRelocatedDir } from './postgres/data-dir.mjs';
import { codeOf, Problem } from './problem.mjs';

/** Marks a folder as ours, so `--fresh` may wipe it. */
const MARKER = '.moniker-data';

/** Whether a folder has been used by `npm start` before. */
export const isDataFolder = (/** @type {string} */ folder) => existsSync(path.join(folder, MARKER));

/**
 * Creates the data folder if necessary.
 *
 * @throws Problem the folder is not accessible, or contains files that are not ours
 */
export function openDataFolder(/** @type {string} */ folder) {
  try {
    // PostgreSQL's account must be able to reach its own folder inside this one, but not to list this one.
    makeFolder(folder, 0o711);
    accessSync(folder, constants.R_OK | constants.W_OK);
    if (!isDataFolder(folder)) markAsOurs(folder);
    mkdirSync(path.join(folder, 'logs'), { recursive: true, mode: 0o700 });
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (codeOf(error) === 'ENOTDIR') throw new Problem(`${folder} isn't a folder. Set DATA_DIR to one.`);
    throw new Problem(
      `The data folder ${folder} isn't accessible (${codeOf(error)}). Set DATA_DIR to a folder that you own.`,
    );
  }
}

/**
 * Creates a folder and its parents, one by one. With `recursive`, Node's `mkdir` never returns if a parent, such as
 * `/proc`, accepts no new folders.
 */
function makeFolder(/** @type {string} */ folder, /** @type {number} */ mode) {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder), mode);
  mkdirSync(folder, { mode });
}

/** Removes all stored data, but not the lock that this process holds on the folder. */
export async function wipeDataFolder(/** @type {string} */ folder) {
  const preferred = path.join(folder, 'postgres');
  const relocated = readRelocatedDir(preferred);
  await stopOrphanedServer(clusterDir(relocated ?? preferred));
  if (relocated) rmSync(relocated, { recursive: true, force: true });
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (name !== MARKER && file !== lockFileOf(folder)) rmSync(file, { recursive: true, force: true });
  }
  openDataFolder(folder);
}

function markAsOurs(/** @type {string} */ folder) {
  if (readdirSync(folder).length > 0) {
    throw new Problem(`${folder} contains other files. Set DATA_DIR to a new or empty folder.`);
  }
  writeFileSync(
    path.join(folder, MARKER),
    'Created by npm start. npm start -- --fresh deletes everything in this folder.\n',
  );
}
