// @ts-check
import { spawnSync } from 'node:child_process';
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
import { program } from './binaries.mjs';

/** @typedef {import('./account.mjs').Account} Account */

export const SUPERUSER = 'postgres';

/** Nothing of the caller's `PG…` variables or language reaches the server. */
export const SERVER_ENV = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const UNFINISHED = 'unfinished-';

/** The cluster inside a place. It has this name only once it is whole. */
export const clusterDir = (/** @type {string} */ place) => path.join(place, 'data');

/**
 * Makes the cluster unless it is there: beside its place, so that one which was interrupted is never taken for it. The
 * initdb of a killed launcher may even still be at work there.
 * @param {string} place
 * @param {{ programs: string, account: Account | undefined, password: string }} how
 */
export function ensureCluster(place, { programs, account, password }) {
  const data = clusterDir(place);
  if (existsSync(data)) return giveTo(data, account);
  removeUnfinished(place);
  const part = path.join(place, `${UNFINISHED}${randomUUID()}`);
  mkdirSync(part, { mode: 0o700 });
  const secret = `${part}.password`;
  writeFileSync(secret, password, { mode: 0o600 });
  if (account) [part, secret].forEach((each) => chownSync(each, account.uid, account.gid));
  try {
    initdb(part, { programs, account, secret });
  } finally {
    rmSync(secret, { force: true });
  }
  renameSync(part, data);
}

/** Clears what can be cleared; the rest takes part in nothing and waits for the next start. */
function removeUnfinished(/** @type {string} */ place) {
  for (const name of readdirSync(place).filter((each) => each.startsWith(UNFINISHED))) {
    try {
      rmSync(path.join(place, name), { recursive: true, force: true });
    } catch (error) {
      if (codeOf(error) !== 'ENOTEMPTY') throw error;
    }
  }
}

/**
 * @param {string} data
 * @param {{ programs: string, account: Account | undefined, secret: string }} how
 */
function initdb(data, { programs, account, secret }) {
  const done = spawnSync(
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
    { ...account, cwd: data, env: SERVER_ENV, encoding: 'utf8' },
  );
  if (done.status !== 0)
    throw new Problem(`PostgreSQL's initdb failed: ${done.stderr?.trim() || done.error}`);
}

// A container that is made anew may number the account differently from the one that wrote the files.
function giveTo(/** @type {string} */ data, /** @type {Account | undefined} */ account) {
  const owner = statSync(data).uid;
  if (owner === (account?.uid ?? process.getuid?.())) return;
  if (!account) throw new Problem(`${data} belongs to another user: start as that user, or set DATA_DIR.`);
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(data, name), account.uid, account.gid);
  }
  chownSync(data, account.uid, account.gid);
  chmodSync(data, 0o700);
}
