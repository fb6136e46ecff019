// @ts-check
// Backs up a running `npm start`: a base backup of the database, and copies of objects, checkpoints and public keys. See
// infra/backup/README.md.
import path from 'node:path';
import { dataFolderOf } from '../local/paths.mjs';
import { SUPERUSER } from '../local/postgres/cluster.mjs';
import { explain, Problem } from '../local/problem.mjs';
import { readRuntime } from '../local/runtime.mjs';
import { secretsOf } from '../local/secrets.mjs';
import { takeBaseBackup } from './base-backup.mjs';
import { copyFiles } from './copy-tree.mjs';

try {
  await backUp();
} catch (error) {
  console.error(`✗  ${explain(error)}`);
  process.exitCode = 1;
}

async function backUp() {
  const backupFolder = process.env.BACKUP_FOLDER;
  if (!backupFolder) throw new Problem("BACKUP_FOLDER isn't set. infra/backup/README.md describes it.");
  const { folder, backup } = await takeBaseBackup({
    url: process.env.BACKUP_DATABASE_URL || builtInUrl(),
    folder: path.join(backupFolder, 'base'),
    now: new Date(),
  });
  console.log(`database     ${folder}, ledger at position ${backup.ledgerPosition} or later`);
  for (const line of await copyFiles(dataFolderOf(), backupFolder)) console.log(line);
}

/** The superuser's URL for the database of the running `npm start`. */
function builtInUrl() {
  const folder = dataFolderOf();
  const running = readRuntime(folder);
  if (!running)
    throw new Problem(`No bank is running on ${folder}. Run npm start first, or set BACKUP_DATABASE_URL.`);
  const url = new URL(running.owner);
  url.username = SUPERUSER;
  url.password = secretsOf(folder).superuserPassword;
  return url.href;
}
