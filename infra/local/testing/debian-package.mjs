// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from '../run.mjs';
import { Problem } from '../problem.mjs';

/** Where Debian puts programs; an ordinary user's PATH has no sbin. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;

/**
 * Makes sure that there is a program for the tests, installing Debian's package where that is possible (as root, with
 * apt-get). Answers whether it is there.
 * @param {string} binary
 * @param {string} packageName
 * @returns {Promise<boolean>}
 */
export async function ensureDebianPackage(binary, packageName) {
  if (isThere(binary)) return true;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  await apt(['update']);
  await apt(['install', '--yes', '--no-install-recommends', packageName]);
  return isThere(binary);
}

const isThere = (/** @type {string} */ binary) =>
  spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', binary], { env: { PATH } }).status === 0;

/** RUNLEVEL keeps Debian from starting the server that it has just installed. */
async function apt(/** @type {string[]} */ args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const { code, output } = await run('apt-get', ['--quiet', ...args], { env });
  if (code !== 0) throw new Problem(`apt-get ${args.join(' ')} failed:\n${output.trim()}`);
}
