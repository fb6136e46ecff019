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
 * @property {string} endedAt the earliest moment to which it can be restored
 * @property {string} from place in the log (LSN) where recovery starts
 * @property {string} to place that recovery has to reach
 * @property {number} ledgerPosition of the head of the ledger when it began
 */

/** What a new server makes itself, or must not find: PostgreSQL's manual, "Making a Base Backup Using the Low Level API". */
const LEFT_OUT = [
  /^postmaster\.(pid|opts)$/,
  /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\//,
  /(^|\/)pgsql_tmp/,
  /(^|\/)pg_internal\.init/,
];

const FINISHED = 'backup.json';

/**
 * Copies a server's files while it works, so that it can be restored with the archived log. The folder has its name
 * only once it is whole.
 * @param {{ url: string, pgData: string, folder: string, now: Date }} options `url` of somebody who may take backups,
 *   in the bank's database
 * @returns {Promise<{ place: string, backup: BaseBackup }>}
 */
export async function takeBaseBackup({ url, pgData, folder, now }) {
  const name = now.toISOString().replaceAll(':', '-');
  const part = path.join(folder, `unfinished-${name}`);
  await mkdir(part, { recursive: true, mode: 0o700 });
  await refuseTablespaces(pgData);
  // One session from start to end: the server ends the backup when it goes.
  const backup = await withClient(url, async (client) => {
    await refuseWithoutArchive(client);
    const started = await startOf(client);
    const sums = await copyTree(pgData, path.join(part, 'data'), isWanted);
    const { label, ...ended } = await stop(client, path.join(part, 'data'));
    sums.set('backup_label', createHash('sha256').update(label).digest('hex'));
    await writeFile(path.join(part, 'files.sha256'), sumsText(sums), { flush: true });
    return { ...started, ...ended, startedAt: now.toISOString(), endedAt: ended.endedAt.toISOString() };
  });
  await writeFile(path.join(part, FINISHED), `${JSON.stringify(backup, null, 2)}\n`, { flush: true });
  const place = path.join(folder, name);
  await rename(part, place);
  return { place, backup };
}

/** @typedef {import('pg').Client} Client */

async function refuseWithoutArchive(/** @type {Client} */ client) {
  const { rows } = await client.query("select current_setting('archive_mode') as mode");
  if (rows[0]?.mode === 'off') {
    throw new Problem('archive_mode is off: without the archived log a base backup cannot be restored.');
  }
}

async function refuseTablespaces(/** @type {string} */ pgData) {
  const spaces = await readdir(path.join(pgData, 'pg_tblspc'));
  if (spaces.length > 0) throw new Problem('The server has tablespaces, which this backup does not follow.');
}

/** @returns {Promise<Pick<BaseBackup, 'server' | 'from' | 'ledgerPosition'>>} */
async function startOf(/** @type {Client} */ client) {
  const head = await client.query('select position from ledger_head');
  const { rows } = await client.query(
    "select pg_backup_start('moniker', fast => true)::text as \"from\", current_setting('server_version') as server",
  );
  return { server: rows[0].server, from: rows[0].from, ledgerPosition: Number(head.rows[0]?.position ?? 0) };
}

/** Ends the backup once the log up to there is archived, and puts the label beside the files that makes them usable. */
async function stop(/** @type {Client} */ client, /** @type {string} */ data) {
  const { rows } = await client.query(
    'select lsn::text as "to", labelfile, clock_timestamp() as "endedAt" from pg_backup_stop(wait_for_archive => true)',
  );
  const [{ to, labelfile, endedAt }] = rows;
  await writeFile(path.join(data, 'backup_label'), labelfile, { mode: 0o600, flush: true });
  return { to, endedAt, label: String(labelfile) };
}

const isWanted = (/** @type {string} */ name) => !LEFT_OUT.some((pattern) => pattern.test(name));

/** As `sha256sum -c` reads it. */
const sumsText = (/** @type {Map<string, string>} */ sums) =>
  [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');
