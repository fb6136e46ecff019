// @ts-check
import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { environmentWithout } from '../local/environment.mjs';
import { say, step } from '../local/output.mjs';
import { inRoot } from '../local/paths.mjs';
import { postgresAccount } from '../local/postgres/account.mjs';
import { Problem } from '../local/problem.mjs';
import { backupEnv, finishedBackups, newestWal, pgBackRest } from './pgbackrest.mjs';
import { PrivateServer } from './private-server.mjs';

const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|([+-](?:0\d|1[0-5]))(?::?(\d\d))?)$/;

/**
 * Restores the database into an empty folder and verifies the ledger. Without `to`, restores up to the end of the
 * archived WAL.
 * @param {{ to?: string | undefined, timeline?: string | undefined, folder: string | undefined, verifyArgs: string[] }} options
 * @param {import('../local/shutdown.mjs').Shutdown} shutdown
 * @returns {Promise<number>} the exit code, 0
 * @throws Problem the restore or the verification fails, or the archived WAL has a gap
 */
export async function restore({ to, timeline, folder, verifyArgs }, shutdown) {
  const data = path.resolve(folder ?? backupEnv().PGBACKREST_PG1_PATH);
  const target = to === undefined ? [] : await targetArgs(to);
  if (timeline !== undefined) target.push(`--target-timeline=${timeline}`);
  if ((await finishedBackups()).length === 0) throw new Problem('The repository has no finished backup.');
  prepareFolder(data);
  await step(`Restoring to ${data}`, () =>
    pgBackRest(['restore', `--pg1-path=${data}`, ...target], shutdown.signal),
  );
  const server = new PrivateServer(data);
  shutdown.add(() => server.stop());
  await step('Replaying archived WAL', () => server.start(to));
  const code = await verify(server, verifyArgs);
  const gap = to === undefined ? await findGap(await server.lastReplayed()) : null;
  await server.finishRestore();
  await server.stop();
  if (code !== 0)
    throw new Problem(
      `The ledger was restored to ${data}, but its verification failed. After a restore to an earlier time, checkpoints later than that time make the verification fail.`,
    );
  if (gap !== null)
    throw new Problem(
      `The ledger was restored to ${data}, but not up to the end of the archived WAL: ${gap} docs/runbooks/restore.md says what to do.`,
    );
  say(`Restored and verified: ${data}. Start the server, then take a full backup`);
  return code;
}

/**
 * pgBackRest's arguments for a restore to a time.
 * @throws Problem `to` is not a time, or not later than the oldest backup
 */
async function targetArgs(/** @type {string} */ to) {
  const [, date, time, hours = '+00', minutes = '00'] = TIME.exec(to) ?? [];
  const at = Date.parse(`${date}T${time}${hours}:${minutes}`);
  // `Date.parse` takes a day such as February 31 for a day in March.
  const isDay = date !== undefined && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date);
  if (Number.isNaN(at) || !isDay)
    throw new Problem(`--to must be a time with a time zone, such as '2026-11-26 12:00:00+00'; got "${to}".`);
  const oldest = (await finishedBackups())[0];
  if (oldest && at / 1_000 <= oldest.timestamp.stop)
    throw new Problem(
      `--to must be later than ${new Date(oldest.timestamp.stop * 1_000).toISOString()}, when the oldest backup was completed.`,
    );
  return ['--type=time', `--target=${date} ${time}${hours}:${minutes}`, '--target-action=promote'];
}

/**
 * Describes the gap in the archived WAL at which the replay ended, or returns null. PostgreSQL itself treats missing
 * WAL as the end of the archive.
 */
async function findGap(/** @type {string} */ last) {
  const newest = await newestWal();
  // WAL files of different timelines can't be compared.
  if (newest?.slice(0, 8) !== last.slice(0, 8) || newest <= last) return null;
  return `it has a gap after ${last}, and goes on to ${newest}.`;
}

function prepareFolder(/** @type {string} */ data) {
  if (existsSync(data) && (!statSync(data).isDirectory() || readdirSync(data).length > 0))
    throw new Problem(
      `${data} isn't an empty folder. Restore into an empty folder, and keep the damaged database as evidence.`,
    );
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const account = postgresAccount();
  if (account) chownSync(data, account.uid, account.gid);
}

/** Runs `ledger verify` on the restored server. @returns {Promise<number>} */
function verify(/** @type {PrivateServer} */ server, /** @type {string[]} */ args) {
  const env = {
    ...environmentWithout('DATABASE_URL', 'DATABASE_OWNER_URL'),
    // DATA_DIR is not the bank's folder, because the bank's checkpoints may be later than the restored time.
    ...{
      MONIKER_PROFILE: 'local',
      DATA_DIR: server.folder,
      DATABASE_AUDITOR_URL: server.urlOf('moniker_auditor'),
    },
  };
  const child = spawn(process.execPath, [inRoot('api/dist/apps/ledger-cli.js'), 'verify', ...args], {
    ...{ env, stdio: 'inherit' },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
