// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run } from './run.mjs';

const LOCK = inRoot('package-lock.json');
const STAMP = inRoot('node_modules/.moniker-lock-hash');

/** npm's own record of the installed packages. */
const INSTALLED = inRoot('node_modules/.package-lock.json');

/** Whether node_modules is incomplete or does not match package-lock.json. */
export function needsInstall() {
  if (!isComplete()) return true;
  return existsSync(STAMP) ? readFileSync(STAMP, 'utf8') !== lockHash() : !matchesLock();
}

/** Installs exactly the packages in package-lock.json. */
export async function install(/** @type {AbortSignal | undefined} */ signal = undefined) {
  // Build tools are development dependencies, which npm would omit with NODE_ENV=production.
  const { code, output } = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { signal });
  if (code !== 0) throw new Problem(`npm ci failed:\n${output.trim()}`);
  if (!isComplete())
    throw new Problem('npm ci left packages out, perhaps because another npm was running. Start again.');
  writeFileSync(STAMP, lockHash());
}

/** Installs the packages if necessary. */
export async function ensureInstalled() {
  if (needsInstall()) await install();
}

const lockHash = () => createHash('sha256').update(readFileSync(LOCK)).digest('hex');

/** Whether the installed versions match the lock file. */
function matchesLock() {
  if (!existsSync(INSTALLED)) return false;
  const installed = packagesOf(INSTALLED);
  return requiredPackages().every(([location, { version }]) => installed[location]?.version === version);
}

/** Whether every package is present. Some may be missing if npm was killed or ran twice at the same time. */
const isComplete = () =>
  requiredPackages().every(([location]) => existsSync(inRoot(location, 'package.json')));

/** The packages that every platform needs, by their path in the lock file. */
const requiredPackages = () =>
  Object.entries(packagesOf(LOCK)).filter(
    ([location, entry]) => location.includes('node_modules/') && !entry.optional && !entry.devOptional,
  );

/** @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} */
const packagesOf = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages;
