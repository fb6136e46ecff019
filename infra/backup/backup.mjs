// @ts-check
// Takes a base backup of the database and copies objects, checkpoints and public keys. See infra/backup/README.md.
import path from 'node:path';
import { explain, Problem } from '../local/problem.mjs';
import { takeBaseBackup } from './base-backup.mjs';
import { copyMissing } from './copy-tree.mjs';

try {
  await backUp();
} catch (error) {
  console.error(`✗  ${explain(error)}`);
  process.exitCode = 1;
}

async function backUp() {
  const backupFolder = required('BACKUP_FOLDER');
  const { folder, backup } = await takeBaseBackup({
    url: required('BACKUP_DATABASE_URL'),
    pgData: required('PGDATA'),
    folder: path.join(backupFolder, 'base'),
    now: new Date(),
  });
  console.log(`database     ${folder}, ledger at position ${backup.ledgerPosition} or later`);
  // Copied after the database, so that every file that the database refers to is in the backup.
  const dataDir = process.env.DATA_DIR;
  if (!dataDir) return console.log('objects      not copied: DATA_DIR is not set');
  for (const name of ['objects', 'checkpoints', 'writer-keys']) {
    const count = await copyMissing(path.join(dataDir, name), path.join(backupFolder, name));
    console.log(`${name.padEnd(13)}${count} new`);
  }
}

function required(/** @type {string} */ name) {
  const value = process.env[name];
  if (!value) throw new Problem(`${name} is not set. infra/backup/README.md describes it.`);
  return value;
}
