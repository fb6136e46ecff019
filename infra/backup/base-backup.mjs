// @ts-check
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '../local/postgres/provision.mjs';
import { Problem } from '../local/problem.mjs';
import { copyTree } from './copy-tree.mjs';

/**
 * @typedef {object} BaseBackup
 * @property {string} server version of PostgreSQL
 * @property {string} startedAt
 * @property {string} endedAt
 * @property {string} from the WAL position (LSN) at which recovery starts
 * @property {string} to the WAL position that recovery must reach
 * @property {number} ledgerPosition position of the ledger's head when the backup began
 */

/**
 * Files that a restored server creates itself or must not have. From PostgreSQL's manual, "Making a Base Backup Using the
 * Low Level API".
 */
const EXCLUDED = [
  /^postmaster\.(pid|opts)$/,
  /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\//,
  /(^|\/)pgsql_tmp/,
  /(^|\/)pg_internal\.init/,
];

/** Written last: a folder without it is not a finished backup. */
const METADATA_FILE = 'backup.json';

/**
 * Copies the files of a running server, and the WAL that the server writes during the copy. A restore replays this WAL.
 * The backup gets its final name only when it is complete.
 * @param {{ url: string, folder: string, now: Date }} options `url` names a superuser and the bank's database on a
 *   server that runs on this machine; `folder` contains all base backups
 * @returns {Promise<{ folder: string, backup: BaseBackup }>}
 */
export async function takeBaseBackup({ url, folder, now }) {
  const name = now.toISOString().replaceAll(':', '-');
  const unfinished = path.join(folder, `unfinished-${name}`);
  const copy = path.join(unfinished, 'data');
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  // One session for the whole backup: the server aborts the backup when the session ends.
  const backup = await withClient(url, async (client) => {
    const pgData = await dataFolderOf(client);
    await refuseTablespaces(pgData);
    const started = await startBackup(client);
    const checksums = await copyTree(pgData, copy, isIncluded);
    const { label, wal, ...ended } = await stopBackup(client, copy, started.from);
    const copied = await copyTree(path.join(pgData, 'pg_wal'), path.join(copy, 'pg_wal'), wal);
    for (const [file, checksum] of copied) checksums.set(`pg_wal/${file}`, checksum);
    checksums.set('backup_label', createHash('sha256').update(label).digest('hex'));
    await writeFile(path.join(unfinished, 'files.sha256'), formatChecksums(checksums), { flush: true });
    return { ...started, ...ended, startedAt: now.toISOString(), endedAt: ended.endedAt.toISOString() };
  });
  await writeFile(path.join(unfinished, METADATA_FILE), `${JSON.stringify(backup, null, 2)}\n`, {
    flush: true,
  });
  const finished = path.join(folder, name);
  await rename(unfinished, finished);
  return { folder: finished, backup };
}

/** @typedef {import('pg').Client} Client */

/** The server's data directory. @returns {Promise<string>} */
async function dataFolderOf(/** @type {Client} */ client) {
  const { rows } = await client.query('show data_directory');
  return rows[0].data_directory;
}

async function refuseTablespaces(/** @type {string} */ pgData) {
  const spaces = await readdir(path.join(pgData, 'pg_tblspc'));
  if (spaces.length > 0) throw new Problem("The server has tablespaces, which this backup doesn't support.");
}

/** @returns {Promise<Pick<BaseBackup, 'server' | 'from' | 'ledgerPosition'>>} */
async function startBackup(/** @type {Client} */ client) {
  const head = await client.query('select position from ledger_head');
  // This slot makes the server keep the backup's WAL until the session ends.
  await client.query("select pg_create_physical_replication_slot('moniker_backup', true, true)");
  const { rows } = await client.query(
    "select pg_backup_start('moniker', fast => true)::text as \"from\", current_setting('server_version') as server",
  );
  const { server, from } = rows[0];
  return { server, from, ledgerPosition: Number(head.rows[0]?.position ?? 0) };
}

/**
 * Ends the backup and writes the label file that recovery needs. The returned `wal` says whether recovery needs the
 * WAL file with a given name.
 */
async function stopBackup(
  /** @type {Client} */ client,
  /** @type {string} */ data,
  /** @type {string} */ from,
) {
  const { rows } = await client.query(
    `select "to"::text, labelfile, clock_timestamp() as "endedAt", pg_walfile_name($1::pg_lsn) as first, pg_walfile_name("to") as last
       from pg_backup_stop(wait_for_archive => false) as stopped("to", labelfile)`,
    [from],
  );
  const [{ to, labelfile, endedAt, first, last }] = rows;
  await writeFile(path.join(data, 'backup_label'), labelfile, { mode: 0o600, flush: true });
  const wal = (/** @type {string} */ name) => /^[0-9A-F]{24}$/.test(name) && first <= name && name <= last;
  return { to, endedAt, label: String(labelfile), wal };
}

const isIncluded = (/** @type {string} */ name) => !EXCLUDED.some((pattern) => pattern.test(name));

/** Formats checksums as `sha256sum -c` expects them. */
const formatChecksums = (/** @type {Map<string, string>} */ checksums) =>
  [...checksums].map(([name, checksum]) => `${checksum}  ${name}\n`).join('');
