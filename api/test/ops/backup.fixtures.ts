import { execFile } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder, type TestDatabase } from '../support/index.js';
import { NodeProcess } from '../support/node-process.js';
import { ROOT } from '../support/paths.js';

const run = promisify(execFile);

/** A PostgreSQL server of a test's own with the bank's database in it. */
export interface DatabaseServer {
  readonly database: TestDatabase;
  /** Where its files are. */
  readonly data: string;
  stop(): Promise<void>;
}

/** Where backups go, with everything that the server and this process may write. */
export interface BackupFolder {
  readonly folder: string;
  readonly wal: string;
}

const SCRIPT = path.join(ROOT, 'api/test/ops/postgres-server.mjs');
const BACKUP = path.join(ROOT, 'infra/backup');

export async function createBackupFolder(): Promise<BackupFolder> {
  const folder = await temporaryFolder();
  const wal = path.join(folder, 'wal');
  await mkdir(wal);
  // The server has an account of its own where the tests run as root.
  await chmod(folder, 0o755);
  await chmod(wal, 0o777);
  return { folder, wal };
}

/** Starts a server whose log is archived; a new one, or one of files that are there. */
export async function startDatabaseServer(
  folder: string,
  { wal }: BackupFolder,
  isNew: boolean,
): Promise<DatabaseServer> {
  const settings = {
    archive_mode: 'on',
    archive_command: `sh '${path.join(BACKUP, 'archive-wal.sh')}' '${wal}' %p %f`,
    shared_buffers: '32MB',
    // What is tested is the backup, not a power cut.
    fsync: 'off',
  };
  const args = [folder, JSON.stringify(settings), ...(isNew ? ['new'] : [])];
  const node = NodeProcess.start(SCRIPT, args, {});
  await node.untilReady('the server', () => node.output().includes('superUrl'));
  const line =
    node
      .output()
      .split('\n')
      .find((one) => one.startsWith('{')) ?? '';
  const { owner, app, auditor, superUrl, data } = JSON.parse(line) as Record<string, string>;
  const urls = {
    ownerUrl: owner ?? '',
    appUrl: app ?? '',
    auditorUrl: auditor ?? '',
    superUrl: superUrl ?? '',
  };
  const database = { name: 'moniker', ...urls, drop: () => Promise.resolve() };
  return { database, data: data ?? '', stop: () => node.stop() };
}

/** Runs the backup as an operator would; returns the folder of the base backup. */
export async function takeBackup(
  server: DatabaseServer,
  { folder }: BackupFolder,
  dataDir: string,
): Promise<string> {
  const { stdout } = await run(process.execPath, [path.join(BACKUP, 'backup.mjs')], {
    env: {
      PATH: process.env['PATH'],
      BACKUP_FOLDER: folder,
      BACKUP_DATABASE_URL: server.database.superUrl,
      PGDATA: server.data,
      DATA_DIR: dataDir,
    },
  });
  const place = /^database +(\S+),/m.exec(stdout)?.[1];
  if (place === undefined) throw new Error(`no backup: ${stdout}`);
  return place;
}

/** Restores a backup into the folder of a new server; rejects with what the script says. */
export async function restore(backup: string, wal: string, folder: string, time?: string): Promise<void> {
  const args = [path.join(BACKUP, 'restore.sh'), backup, wal, path.join(folder, 'data')];
  await run('sh', time === undefined ? args : [...args, time]);
}

/** Archives one file of the log as the server does; rejects when the script fails. */
export async function archiveWalFile(wal: string, file: string, name: string): Promise<void> {
  await run('sh', [path.join(BACKUP, 'archive-wal.sh'), wal, file, name]);
}

/** Copies the bucket that the environment names into a folder, or back. */
export async function copyBucket(
  direction: 'down' | 'up',
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const args = [path.join(BACKUP, 'copy-bucket.mjs'), direction, folder];
  await run(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } });
}
