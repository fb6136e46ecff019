// @ts-check
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lockFileOf } from './lock.mjs';
import { clusterDir } from './postgres/cluster.mjs';
import { stopOrphanedServer } from './postgres/orphaned-server.mjs';
import { readRelocatedDir } from './postgres/data-dir.mjs';
import { codeOf, Problem } from './problem.mjs';

/** Says that a folder is ours, and so may be wiped. */
const MARKER = '.moniker-data';

/** Whether a folder has been used by `npm start` before. */
export const isDataFolder = (/** @type {string} */ folder) => existsSync(path.join(folder, MARKER));

/** Makes the folder, or refuses one that holds somebody else's files. */
export function openDataFolder(/** @type {string} */ folder) {
  try {
    // PostgreSQL's account passes through to its own folder; it cannot list this one.
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    accessSync(folder, constants.R_OK | constants.W_OK);
    if (!isDataFolder(folder)) markAsOurs(folder);
    mkdirSync(path.join(folder, 'logs'), { recursive: true, mode: 0o700 });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(
      `The data folder ${folder} cannot be used (${codeOf(error)}): set DATA_DIR to a folder of yours.`,
    );
  }
}

/** Starts over: removes everything that was stored, except the lock that is held on it. */
export async function wipeDataFolder(/** @type {string} */ folder) {
  const wanted = path.join(folder, 'postgres');
  const elsewhere = readRelocatedDir(wanted);
  await stopOrphanedServer(clusterDir(elsewhere ?? wanted));
  if (elsewhere) rmSync(elsewhere, { recursive: true, force: true });
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (name !== MARKER && file !== lockFileOf(folder)) rmSync(file, { recursive: true, force: true });
  }
  openDataFolder(folder);
}

function markAsOurs(/** @type {string} */ folder) {
  if (readdirSync(folder).length > 0) {
    throw new Problem(`${folder} holds other files: set DATA_DIR to an empty or a new folder.`);
  }
  writeFileSync(
    path.join(folder, MARKER),
    'Written by npm start. npm start -- --fresh removes everything in this folder.\n',
  );
}
