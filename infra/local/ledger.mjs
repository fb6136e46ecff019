// @ts-check
// `npm run ledger -- <command>`: the auditors' command line, on whatever database there is.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { isDataFolder } from './data-folder.mjs';
import { environmentWithout } from './environment.mjs';
import { ensureInstalled } from './install.mjs';
import { lockFolder } from './lock.mjs';
import { whenOrphaned } from './orphaned.mjs';
import { dataFolderOf, inRoot, ROOT } from './paths.mjs';
import { explain, Problem } from './problem.mjs';
import { requireSupportedPlatform } from './requirements.mjs';
import { readRuntime } from './runtime.mjs';
import { secretsOf } from './secrets.mjs';
import { Shutdown } from './shutdown.mjs';

/** @typedef {{ auditor: string, owner?: string }} Addresses */

const NOT_CHECKED = 2;

/** Signals that come to this process alone. */
const STOPPING = ['SIGTERM', 'SIGHUP'];

const shutdown = new Shutdown();
const args = process.argv.slice(2);
// The command gets the terminal's Ctrl-C as well and decides; what was started for it is then stopped here.
process.on('SIGINT', () => undefined);

process.exit(
  await main()
    .catch(fail)
    .finally(() => shutdown.close()),
);

async function main() {
  requireSupportedPlatform();
  const dataFolder = dataFolderOf();
  const known = givenAddresses() ?? readRuntime(dataFolder);
  if (!known && !holdsLedger(dataFolder)) {
    throw new Problem(
      `There is no ledger yet in ${dataFolder}: run npm start first, or set DATABASE_AUDITOR_URL.`,
    );
  }
  await ensureInstalled();
  await ensureBuilt(['api']);
  return runCommand(known ?? (await openStoredLedger(dataFolder)), dataFolder);
}

/** @returns {Addresses | undefined} */
function givenAddresses() {
  const { DATABASE_AUDITOR_URL, DATABASE_OWNER_URL, DATABASE_URL } = process.env;
  const auditor = DATABASE_AUDITOR_URL || DATABASE_URL;
  const owner = DATABASE_OWNER_URL || DATABASE_URL;
  return auditor ? { auditor, ...(owner && { owner }) } : undefined;
}

/** Starts the database of a data folder for this one command. */
async function openStoredLedger(/** @type {string} */ dataFolder) {
  shutdown.add(lockFolder(dataFolder, 'npm run ledger'));
  const { builtInUrls, startBuiltInServer } = await import('./database.mjs');
  const secrets = secretsOf(dataFolder);
  const server = await startBuiltInServer(dataFolder, secrets);
  shutdown.add(server.stop);
  return builtInUrls(server, secrets.passwords);
}

/** @returns {Promise<number>} */
function runCommand(/** @type {Addresses} */ { auditor, owner }, /** @type {string} */ dataFolder) {
  const child = spawn(process.execPath, [inRoot('api/dist/cli.js'), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      DATA_DIR: dataFolder,
      ...environmentWithout('DATABASE_URL', 'DATABASE_OWNER_URL'),
      DATABASE_AUDITOR_URL: auditor,
      // Only a rebuild writes, and only to read tables.
      ...(args[0] === 'rebuild' && owner && { DATABASE_OWNER_URL: owner }),
      // Only a checkpoint is signed, with the key of the bank.
      ...(args[0] === 'checkpoint' && args[1] === 'create' && keyOf(dataFolder)),
    },
  });
  for (const signal of STOPPING) process.on(signal, () => child.kill());
  whenOrphaned(() => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/** The key of the bank that is kept here, unless the environment has another. */
function keyOf(/** @type {string} */ folder) {
  return process.env['SECRET_KEY'] || !holdsLedger(folder) ? {} : { SECRET_KEY: secretsOf(folder).secretKey };
}

function holdsLedger(/** @type {string} */ folder) {
  return isDataFolder(folder) && existsSync(path.join(folder, 'postgres'));
}

/** Fails the way the command line itself does when it could not check anything. */
function fail(/** @type {unknown} */ error) {
  console.error(`✗  ${explain(error)}`);
  if (args.includes('--json')) console.log(JSON.stringify({ ok: false, error: explain(error) }));
  return NOT_CHECKED;
}
