// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run } from './run.mjs';

const LOCK = inRoot('package-lock.json');
const STAMP = inRoot('node_modules/.moniker-lock-hash');

/** npm's own record of what it has put into node_modules. */
const INSTALLED = inRoot('node_modules/.package-lock.json');

/** Whether node_modules is missing or belongs to another package-lock.json. */
export function needsInstall() {
  if (!isComplete()) return true;
  return existsSync(STAMP) ? readFileSync(STAMP, 'utf8') !== lockHash() : !matchesLock();
}

/** Installs exactly what package-lock.json says. */
export async function install(/** @type {AbortSignal | undefined} */ signal = undefined) {
  // The tools that build and run this are development dependencies, which NODE_ENV=production would leave out.
  const { code, output } = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { signal });
  if (code !== 0) throw new Problem(`npm ci failed:\n${output.trim()}`);
  if (!isComplete())
    throw new Problem('npm ci has left out packages, perhaps because another one ran: start again.');
  writeFileSync(STAMP, lockHash());
}

/** Installs if needed. */
export async function ensureInstalled() {
  if (needsInstall()) await install();
}

const lockHash = () => createHash('sha256').update(readFileSync(LOCK)).digest('hex');

/** Whether somebody has already run npm for this very lock file. */
function matchesLock() {
  if (!existsSync(INSTALLED)) return false;
  const installed = packagesOf(INSTALLED);
  return required().every(([place, { version }]) => installed[place]?.version === version);
}

/** Whether every package is in its place; an npm that was killed or ran twice at once leaves gaps. */
const isComplete = () => required().every(([place]) => existsSync(inRoot(place, 'package.json')));

/** The packages that every machine needs, by their place. */
const required = () =>
  Object.entries(packagesOf(LOCK)).filter(
    ([place, entry]) => place.includes('node_modules/') && !entry.optional && !entry.devOptional,
  );

/** @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} */
const packagesOf = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages;
