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
 * @property {string} endedAt the earliest time to which it can be restored
 * @property {string} from the WAL position (LSN) at which recovery starts
 * @property {string} to the WAL position that recovery must reach
 * @property {number} ledgerPosition position of the ledger's head when the backup began
 * @property {Record<string, number>} settings limits that a restored server must not go below, or it does not start
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

/** From PostgreSQL's manual, "Administrator's Overview" of hot standby. */
const LIMITS = [
  'max_connections',
  'max_locks_per_transaction',
  'max_prepared_transactions',
  'max_wal_senders',
  'max_worker_processes',
];

/** Written last: a folder without it is not a finished backup. */
const METADATA_FILE = 'backup.json';

/**
 * Copies the files of a running server. Together with the archived WAL, the server can be restored from them. The backup
 * gets its final name only when it is complete.
 * @param {{ url: string, pgData: string, folder: string, now: Date }} options `url` names the bank's database and a user
 *   that may take backups; `folder` contains all base backups
 * @returns {Promise<{ folder: string, backup: BaseBackup }>}
 */
export async function takeBaseBackup({ url, pgData, folder, now }) {
  const name = now.toISOString().replaceAll(':', '-');
  const unfinished = path.join(folder, `unfinished-${name}`);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await refuseTablespaces(pgData);
  // One session for the whole backup: the server aborts the backup when the session ends.
  const backup = await withClient(url, async (client) => {
    await refuseWithoutArchive(client);
    const started = await startBackup(client);
    const checksums = await copyTree(pgData, path.join(unfinished, 'data'), isIncluded);
    const { label, ...ended } = await stopBackup(client, path.join(unfinished, 'data'));
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

async function refuseWithoutArchive(/** @type {Client} */ client) {
  const { rows } = await client.query("select current_setting('archive_mode') as mode");
  if (rows[0]?.mode === 'off') {
    throw new Problem('archive_mode is off. A base backup cannot be restored without archived WAL.');
  }
}

async function refuseTablespaces(/** @type {string} */ pgData) {
  const spaces = await readdir(path.join(pgData, 'pg_tblspc'));
  if (spaces.length > 0) throw new Problem('The server has tablespaces, which this backup does not support.');
}

/** @returns {Promise<Pick<BaseBackup, 'server' | 'from' | 'ledgerPosition' | 'settings'>>} */
async function startBackup(/** @type {Client} */ client) {
  const head = await client.query('select position from ledger_head');
  const { rows } = await client.query(
    "select pg_backup_start('moniker', fast => true)::text as \"from\", current_setting('server_version') as server",
  );
  const limits = await client.query(
    'select name, setting::int as value from pg_settings where name = any($1)',
    [LIMITS],
  );
  const settings = Object.fromEntries(limits.rows.map(({ name, value }) => [name, value]));
  const { server, from } = rows[0];
  return { server, from, ledgerPosition: Number(head.rows[0]?.position ?? 0), settings };
}

/** Ends the backup when the WAL up to its end is archived. Writes the label file that the recovery needs. */
async function stopBackup(/** @type {Client} */ client, /** @type {string} */ data) {
  const { rows } = await client.query(
    'select lsn::text as "to", labelfile, clock_timestamp() as "endedAt" from pg_backup_stop(wait_for_archive => true)',
  );
  const [{ to, labelfile, endedAt }] = rows;
  await writeFile(path.join(data, 'backup_label'), labelfile, { mode: 0o600, flush: true });
  return { to, endedAt, label: String(labelfile) };
}

const isIncluded = (/** @type {string} */ name) => !EXCLUDED.some((pattern) => pattern.test(name));

/** In the format that `sha256sum -c` reads. */
const formatChecksums = (/** @type {Map<string, string>} */ checksums) =>
  [...checksums].map(([name, checksum]) => `${checksum}  ${name}\n`).join('');
