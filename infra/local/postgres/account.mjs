// @ts-check
import { spawnSync } from 'node:child_process';
import { Problem } from '../problem.mjs';

/** @typedef {{ uid: number, gid: number }} Account */

/**
 * The system account that PostgreSQL runs as. PostgreSQL refuses to run as root, so root uses another account.
 * @returns {Account | undefined} undefined for the current account
 */
export function postgresAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const account = accountOf('postgres') ?? createAccount('postgres') ?? accountOf('nobody');
  if (account) return account;
  throw new Problem(
    "PostgreSQL doesn't run as root, and no other account could be created. Start as another user.",
  );
}

/** Whether the account can enter a folder. Tries it, so all kinds of permissions are covered. */
export function canEnter(/** @type {Account | undefined} */ account, /** @type {string} */ folder) {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0;
}

/** @returns {Account | undefined} */
function accountOf(/** @type {string} */ name) {
  const [uid, gid] = ['-u', '-g'].map((option) =>
    Number.parseInt(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout, 10),
  );
  return uid && gid ? { uid, gid } : undefined;
}

/** @returns {Account | undefined} */
function createAccount(/** @type {string} */ name) {
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    name,
  ]);
  return accountOf(name);
}
