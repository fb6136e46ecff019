import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder, type TestDatabase } from '../harness/index.js';
import { NodeProcess } from '../harness/node-process.js';
import { ROOT } from '../harness/paths.js';

const run = promisify(execFile);

/** A test's own PostgreSQL server with the bank's database. */
export interface DatabaseServer {
  readonly database: TestDatabase;
  /** The server's data directory. */
  readonly data: string;
  stop(): Promise<void>;
}

const SCRIPT = path.join(ROOT, 'api/test/ops/postgres-server.mjs');
const BACKUP = path.join(ROOT, 'infra/backup');

/**
 * Returns a path for a new server's files. The server's account can enter the parent folder, even if the tests run as
 * root.
 */
export async function serverFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  return path.join(folder, 'postgres');
}

/** Starts the PostgreSQL that npm installed, on a new cluster or on existing files. */
export function startDatabaseServer(
  folder: string,
  isNew: boolean,
  others: Record<string, string> = {},
): Promise<DatabaseServer> {
  // `fsync` is off, because these tests do not simulate a crash of the machine.
  return startServer(folder, { shared_buffers: '32MB', fsync: 'off', ...others }, isNew);
}

/**
 * Starts a server on a new cluster or on existing files. Uses the PostgreSQL in the folder `programs`, or by default
 * the one that npm installed.
 */
export async function startServer(
  folder: string,
  settings: Record<string, string>,
  isNew: boolean,
  programs?: string,
): Promise<DatabaseServer> {
  const args = [
    folder,
    JSON.stringify(settings),
    isNew ? 'new' : 'existing',
    ...(programs ? [programs] : []),
  ];
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
export async function takeBackup(server: DatabaseServer, folder: string, dataDir: string): Promise<string> {
  const { stdout } = await run(process.execPath, [path.join(BACKUP, 'backup.mjs')], {
    env: {
      PATH: process.env['PATH'],
      BACKUP_FOLDER: folder,
      BACKUP_DATABASE_URL: server.database.superUrl,
      DATA_DIR: dataDir,
    },
  });
  const baseFolder = /^database +(\S+),/m.exec(stdout)?.[1];
  if (baseFolder === undefined) throw new Error(`The backup failed: ${stdout}`);
  return baseFolder;
}

/** Restores a backup into the folder of a new server. If the script fails, rejects with its message. */
export async function restore(backup: string, folder: string): Promise<void> {
  await run('sh', [path.join(BACKUP, 'restore.sh'), backup, path.join(folder, 'data')]);
}

/** Copies the contents of a bucket to a folder (`down`) or back (`up`). `env` has the bucket's settings. */
export async function copyBucket(
  direction: 'down' | 'up',
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const args = [path.join(BACKUP, 'copy-bucket.mjs'), direction, folder];
  await run(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } });
}
