// @ts-check
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { codeOf, Problem } from '../problem.mjs';
import { run } from '../run.mjs';
import { program } from './binaries.mjs';

/** @typedef {import('./account.mjs').Account} Account */

export const SUPERUSER = 'postgres';

/** The environment of PostgreSQL's programs. The caller's `PG…` variables and locale must not affect them. */
export const SERVER_ENV = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const UNFINISHED = 'unfinished-';

/** The cluster's folder in a data directory. It gets this name only when initdb has finished. */
export const clusterDir = (/** @type {string} */ dataDir) => path.join(dataDir, 'data');

/**
 * Creates the cluster unless it already exists. Creates it under a temporary name and renames it, so an interrupted
 * initdb is never mistaken for a cluster. The temporary name is unique, because the initdb of a killed launcher may
 * still be running.
 * @param {string} dataDir
 * @param {{ programs: string, account: Account | undefined, password: string, signal: AbortSignal | undefined }} options
 */
export async function ensureCluster(dataDir, { programs, account, password, signal }) {
  const data = clusterDir(dataDir);
  if (existsSync(data)) return ensureOwnedBy(data, account);
  removeUnfinished(dataDir);
  const unfinished = path.join(dataDir, `${UNFINISHED}${randomUUID()}`);
  mkdirSync(unfinished, { mode: 0o700 });
  const secret = `${unfinished}.password`;
  writeFileSync(secret, password, { mode: 0o600 });
  if (account) [unfinished, secret].forEach((each) => chownSync(each, account.uid, account.gid));
  try {
    await initdb(unfinished, { programs, account, secret, signal });
  } finally {
    rmSync(secret, { force: true });
  }
  renameSync(unfinished, data);
}

/** Deletes unfinished clusters. Skips a folder that a running initdb is still filling; a later start deletes it. */
function removeUnfinished(/** @type {string} */ dataDir) {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(UNFINISHED))) {
    try {
      rmSync(path.join(dataDir, name), { recursive: true, force: true });
    } catch (error) {
      if (codeOf(error) !== 'ENOTEMPTY') throw error;
    }
  }
}

/**
 * @param {string} data
 * @param {{ programs: string, account: Account | undefined, secret: string, signal: AbortSignal | undefined }} options
 */
async function initdb(data, { programs, account, secret, signal }) {
  const { code, output } = await run(
    program(programs, 'initdb'),
    [
      `--pgdata=${data}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-locale',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...account, cwd: data, env: SERVER_ENV, signal },
  );
  if (code !== 0) throw new Problem(`PostgreSQL's initdb failed: ${output.trim()}`);
}

// Makes the account the owner of the files. In a recreated container, the account may have a new id, while the files
// still belong to the old one.
function ensureOwnedBy(/** @type {string} */ data, /** @type {Account | undefined} */ account) {
  const owner = statSync(data).uid;
  if (owner === (account?.uid ?? process.getuid?.())) return;
  if (!account) throw new Problem(`${data} belongs to another user. Start as that user, or set DATA_DIR.`);
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(data, name), account.uid, account.gid);
  }
  chownSync(data, account.uid, account.gid);
  chmodSync(data, 0o700);
}
