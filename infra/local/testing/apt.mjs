// @ts-check
import { existsSync } from 'node:fs';
import { Problem } from '../problem.mjs';
import { run } from '../run.mjs';

/** Whether Debian's packages can be installed here. */
export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs Debian packages.
 * @param {string} what what the packages provide, for error messages
 * @param {string[]} packages
 */
export async function install(what, packages) {
  await apt(what, ['update']);
  await apt(what, ['install', '--yes', '--no-install-recommends', ...packages]);
}

async function apt(/** @type {string} */ what, /** @type {string[]} */ args) {
  // RUNLEVEL keeps packages from starting their services.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const { code, output } = await run('apt-get', ['--quiet', ...args], { env });
  if (code !== 0) throw new Problem(`${what} couldn't be installed (apt-get ${args[0]}):\n${output.trim()}`);
}
