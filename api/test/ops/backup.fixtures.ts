import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { query, temporaryFolder, waitFor, type TestDatabase } from '../harness/index.js';
import { NodeProcess } from '../harness/node-process.js';
import { ROOT } from '../harness/paths.js';

const run = promisify(execFile);

/** A test's own PostgreSQL server with the bank's database. */
export interface DatabaseServer {
  readonly database: TestDatabase;
  /** The folder of its files. */
  readonly data: string;
  stop(): Promise<void>;
}

/** A folder for backups, with a subfolder that the server can archive WAL to. */
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
  // The server has its own account if the tests run as root.
  await chmod(folder, 0o755);
  await chmod(wal, 0o777);
  return { folder, wal };
}

/** Starts a server that archives its WAL, on a new cluster or on existing files. */
export async function startDatabaseServer(
  folder: string,
  { wal }: BackupFolder,
  isNew: boolean,
  others: Record<string, string> = {},
): Promise<DatabaseServer> {
  const settings = {
    archive_mode: 'on',
    archive_command: `sh '${path.join(BACKUP, 'archive-wal.sh')}' '${wal}' %p %f`,
    shared_buffers: '32MB',
    // These tests do not simulate a crash of the machine.
    fsync: 'off',
    // More than the default, which a restored server must get from the backup.
    ...(isNew ? { max_connections: '150' } : {}),
    ...others,
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

/** Runs the backup script as an operator would. Returns the folder of the base backup. */
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
  const baseFolder = /^database +(\S+),/m.exec(stdout)?.[1];
  if (baseFolder === undefined) throw new Error(`The backup failed: ${stdout}`);
  return baseFolder;
}

/** Restores a backup into the folder of a new server. Rejects with the script's message. */
export async function restore(backup: string, wal: string, folder: string, time?: string): Promise<void> {
  const args = [path.join(BACKUP, 'restore.sh'), backup, wal, path.join(folder, 'data')];
  await run('sh', time === undefined ? args : [...args, time]);
}

/** Waits until a restored server accepts writes. */
export async function untilRecovered({ database }: DatabaseServer): Promise<void> {
  const acceptsWrites = async () => {
    const [row] = await query<{ inRecovery: boolean }>(
      database.superUrl,
      'select pg_is_in_recovery() as "inRecovery"',
    );
    return row?.inRecovery === false;
  };
  await waitFor(acceptsWrites, { what: 'the end of the recovery', timeoutMs: 30_000 });
}

/** Waits until all WAL that the server has written so far is archived. */
export async function archiveWal({ database }: DatabaseServer, { wal }: BackupFolder): Promise<void> {
  const [row] = await query<{ file: string }>(
    database.superUrl,
    'select pg_walfile_name(pg_switch_wal()) as file',
  );
  const file = row?.file ?? '';
  await waitFor(async () => (await readdir(wal)).includes(file), { what: `${file} in the archive` });
}

/** Archives a WAL file as the server does. Rejects if the script fails. */
export async function archiveWalFile(wal: string, file: string, name: string): Promise<void> {
  await run('sh', [path.join(BACKUP, 'archive-wal.sh'), wal, file, name]);
}

/** Copies the bucket that the environment names to a folder, or back. */
export async function copyBucket(
  direction: 'down' | 'up',
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const args = [path.join(BACKUP, 'copy-bucket.mjs'), direction, folder];
  await run(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } });
}
