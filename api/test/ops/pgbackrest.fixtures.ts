import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { postgresAccount } from '../../../infra/local/postgres/account.mjs';
import { DEBIAN_POSTGRES } from '../../../infra/local/testing/pgbackrest.mjs';
import { programEnv } from '../harness/api.js';
import { query, temporaryFolder, waitFor } from '../harness/index.js';
import { compiled, ROOT } from '../harness/paths.js';
import { startServer, type DatabaseServer } from './backup.fixtures.js';

const run = promisify(execFile);

export type BackupEnv = Readonly<Record<string, string>>;

export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** Runs `npm run backup -- …` as an operator does. */
export async function runBackup(args: readonly string[], env: BackupEnv): Promise<CommandResult> {
  const file = path.join(ROOT, 'infra/local/backup.mjs');
  const options = { env: { PATH: process.env['PATH'], ...env } };
  try {
    const { stdout, stderr } = await run(process.execPath, [file, ...args], options);
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

/** A server that archives its WAL to a repository. `env` has its settings for `npm run backup`. */
export interface ArchivedServer extends DatabaseServer {
  readonly env: BackupEnv;
  /** The folder of the repository. */
  readonly repository: string;
}

/** Creates a folder that PostgreSQL's account is allowed to write to. */
export async function openFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o777);
  return folder;
}

/** Starts Debian's PostgreSQL with the demo data. The server archives its WAL to an encrypted repository. */
export async function startArchivedServer(): Promise<ArchivedServer> {
  const folder = await openFolder();
  const env = {
    PGBACKREST_CONFIG: path.join(ROOT, 'infra/backup/pgbackrest.conf'),
    PGBACKREST_STANZA: 'moniker',
    PGBACKREST_REPO1_PATH: path.join(folder, 'repository'),
    PGBACKREST_REPO1_CIPHER_PASS: 'a-passphrase-of-the-tests',
    PGBACKREST_PG1_PATH: path.join(folder, 'postgres/data'),
    PGBACKREST_LOCK_PATH: path.join(folder, 'lock'),
    // Compression is off, so that a search for plain text can't miss any.
    PGBACKREST_COMPRESS_TYPE: 'none',
  };
  const server = await startServer(path.join(folder, 'postgres'), archivingWith(env), true, DEBIAN_POSTGRES);
  const { port, password, username } = new URL(server.database.superUrl);
  const login = { PGHOST: '127.0.0.1', PGUSER: username, PGPASSWORD: password, PGBACKREST_PG1_PORT: port };
  await seed(server);
  return { ...server, env: { ...env, ...login }, repository: env.PGBACKREST_REPO1_PATH };
}

function archivingWith(env: BackupEnv): Record<string, string> {
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const archive_command = `env ${assignments.join(' ')} pgbackrest archive-push %p`;
  // `fsync` is off, because these tests do not simulate a crash of the machine.
  return { archive_mode: 'on', archive_command, fsync: 'off' };
}

async function seed({ database }: DatabaseServer): Promise<void> {
  const env = { ...programEnv({ database }, await temporaryFolder()), DATABASE_OWNER_URL: database.ownerUrl };
  await run(process.execPath, [compiled('apps/seed.js')], { env: { PATH: process.env['PATH'], ...env } });
}

/** Starts a server on restored files. The server archives its WAL only if `env` is given. */
export const startRestored = (data: string, env?: BackupEnv): Promise<DatabaseServer> => {
  const settings = env ? archivingWith({ ...env, PGBACKREST_PG1_PATH: data }) : { fsync: 'off' };
  return startServer(path.dirname(data), settings, false, DEBIAN_POSTGRES);
};

/** Creates a folder for a restored server. Returns the path of its data directory, which does not exist yet. */
export async function restoreFolder(): Promise<string> {
  const folder = path.join(await openFolder(), 'postgres');
  await mkdir(folder, { mode: 0o755 });
  return path.join(folder, 'data');
}

/** Waits for the next full second of the server's clock, and returns it. Later commits have a later time. */
export async function nextSecond({ database }: DatabaseServer): Promise<string> {
  const [row] = await query<{ second: string }>(
    database.superUrl,
    `select (date_trunc('second', clock_timestamp()) + interval '1 second')::text as second`,
  );
  const second = row?.second ?? '';
  const passed = `select clock_timestamp() > '${second}'::timestamptz as passed`;
  await waitFor(
    async () => (await query<{ passed: boolean }>(database.superUrl, passed))[0]?.passed === true,
    {
      what: second,
    },
  );
  return second;
}

/** Ends the server's current WAL file, waits until it is archived, and returns its name. */
export async function archiveWal({ database: { superUrl } }: DatabaseServer): Promise<string> {
  const [ended] = await query<{ wal: string }>(superUrl, 'select pg_walfile_name(pg_switch_wal()) as wal');
  const archived = 'select last_archived_wal >= $1 as is_done from pg_stat_archiver';
  await waitFor(async () => (await query(superUrl, archived, [ended?.wal]))[0]?.['is_done'] === true, {
    what: 'the WAL file to be archived',
  });
  return ended?.wal ?? '';
}

/** Copies a WAL file of the server, because the server removes it after some time. Returns the copy's path. */
export async function keepWal({ data }: ArchivedServer, wal: string): Promise<string> {
  const copy = path.join(await openFolder(), wal);
  await copyFile(path.join(data, 'pg_wal', wal), copy);
  await chmod(copy, 0o644);
  return copy;
}

/** Removes a WAL file from the repository. */
export async function removeArchived({ repository }: ArchivedServer, wal: string): Promise<void> {
  const files = [...(await filesBelow(path.join(repository, 'archive'))).keys()];
  const archived = files.filter((file) => path.basename(file).startsWith(`${wal}-`));
  await Promise.all(archived.map((file) => rm(file)));
}

/** Puts a WAL file into the repository by hand. */
export async function pushWal({ env }: ArchivedServer, file: string): Promise<void> {
  const options = { ...postgresAccount(), cwd: '/', env: { PATH: process.env['PATH'], ...env } };
  await run('pgbackrest', ['archive-push', file], options);
}

/** The ids of all transactions. */
export async function transactionIds({ database }: DatabaseServer): Promise<string[]> {
  const rows = await query<{ id: string }>(
    database.superUrl,
    'select transaction_id::text as id from ledger_transaction',
  );
  return rows.map(({ id }) => id);
}

/** All files in a folder, with their bytes. */
export async function filesBelow(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));
}
