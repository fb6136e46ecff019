// @ts-check
// `npm run ledger -- <command>` runs the auditors' command line. It uses the configured database, or else the
// running bank's. If no bank is running, it starts the database in the data folder. Without any of these databases,
// only commands that read no ledger succeed.
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
import { explain } from './problem.mjs';
import { requireSupportedPlatform } from './requirements.mjs';
import { readRuntime } from './runtime.mjs';
import { secretsOf } from './secrets.mjs';
import { Shutdown } from './shutdown.mjs';

/** @typedef {{ auditor?: string, owner?: string }} DatabaseUrls */

/** The command line's exit code for "could not be checked". */
const NOT_CHECKED = 2;

/** Subcommands of `checkpoint` that sign. */
const SIGNING = ['create', 'resume'];

/** Signals that only this process receives and therefore passes on to the command. */
const FORWARDED_SIGNALS = ['SIGTERM', 'SIGHUP'];

const shutdown = new Shutdown();
const args = process.argv.slice(2);
// The terminal sends Ctrl-C to the command as well. The command decides when to end; this process then cleans up.
process.on('SIGINT', () => undefined);

process.exit(
  await main()
    .catch(fail)
    .finally(() => shutdown.close()),
);

async function main() {
  requireSupportedPlatform();
  const dataFolder = dataFolderOf();
  const running = configuredUrls() ?? readRuntime(dataFolder);
  await ensureInstalled();
  await ensureBuilt(['api']);
  const urls = running ?? (holdsLedger(dataFolder) ? await openStoredLedger(dataFolder) : {});
  return runCommand(urls, dataFolder);
}

/** @returns {DatabaseUrls | undefined} */
function configuredUrls() {
  const { DATABASE_AUDITOR_URL, DATABASE_OWNER_URL, DATABASE_URL } = process.env;
  const auditor = DATABASE_AUDITOR_URL || DATABASE_URL;
  const owner = DATABASE_OWNER_URL || DATABASE_URL;
  return auditor ? { auditor, ...(owner && { owner }) } : undefined;
}

/** Starts the built-in database of a data folder for the duration of this command. */
async function openStoredLedger(/** @type {string} */ dataFolder) {
  shutdown.add(await lockFolder(dataFolder, 'npm run ledger'));
  const { builtInUrls, startBuiltInServer } = await import('./database.mjs');
  const secrets = secretsOf(dataFolder);
  const server = await shutdown.during((signal) => startBuiltInServer(dataFolder, secrets, signal));
  shutdown.add(server.stop);
  return builtInUrls(server, secrets.passwords);
}

/** @returns {Promise<number>} */
function runCommand(/** @type {DatabaseUrls} */ { auditor, owner }, /** @type {string} */ dataFolder) {
  const child = spawn(process.execPath, [inRoot('api/dist/apps/ledger-cli.js'), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      DATA_DIR: dataFolder,
      // Without configured URLs, the command uses the bank that `npm start` runs. Its servers may lack TLS, which
      // only the `local` profile accepts.
      ...(!configuredUrls() && { MONIKER_PROFILE: 'local' }),
      ...environmentWithout('DATABASE_URL', 'DATABASE_OWNER_URL'),
      ...(auditor && { DATABASE_AUDITOR_URL: auditor }),
      // Only these commands write to the database.
      ...(['rebuild', 'copy'].includes(args[0] ?? '') && owner && { DATABASE_OWNER_URL: owner }),
      // `checkpoint create` and `checkpoint resume` sign with the bank's key, and `copy` derives HMACs from it.
      ...(needsSecretKey() && secretKeyOf(dataFolder)),
    },
  });
  for (const signal of FORWARDED_SIGNALS) process.on(signal, () => child.kill());
  whenOrphaned(() => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

function needsSecretKey() {
  return args[0] === 'copy' || (args[0] === 'checkpoint' && SIGNING.includes(args[1] ?? ''));
}

/** The secret key of the data folder, unless the environment sets one. */
function secretKeyOf(/** @type {string} */ folder) {
  return process.env['SECRET_KEY'] || !holdsLedger(folder)
    ? {}
    : { MONIKER_PROFILE: 'local', SECRET_KEY: secretsOf(folder).secretKey };
}

function holdsLedger(/** @type {string} */ folder) {
  return isDataFolder(folder) && existsSync(path.join(folder, 'postgres'));
}

/** Reports an error in the command line's own format. */
function fail(/** @type {unknown} */ error) {
  console.error(`✗  ${explain(error)}`);
  if (args.includes('--json')) console.log(JSON.stringify({ ok: false, error: explain(error) }));
  return NOT_CHECKED;
}
