// @ts-check
// `npm start`. Until the packages are installed, this file and the files it imports must not import any package.
import { build, needsBuild } from './build.mjs';
import { wipeDataFolder } from './data-folder.mjs';
import { installWhatChanged, requirePorts, runInForeground, takeFolder } from './foreground.mjs';
import { say, step } from './output.mjs';
import { dataFolderOf, inRoot } from './paths.mjs';
import { portFrom } from './ports.mjs';
import { Problem } from './problem.mjs';
import { requireSupportedPlatform } from './requirements.mjs';
import { run } from './run.mjs';

/** @typedef {import('./shutdown.mjs').Shutdown} Shutdown */

const command = 'npm start';

await runInForeground(start);

async function start(/** @type {Shutdown} */ shutdown) {
  requireSupportedPlatform();
  const fresh = wantsFresh(process.argv.slice(2));
  const dataFolder = dataFolderOf();
  const ports = { port: portFrom('PORT', 3000), inboxPort: portFrom('INBOX_PORT', 1080) };
  await takeFolder(dataFolder, { command, shutdown });
  await requirePorts({ PORT: ports.port, INBOX_PORT: ports.inboxPort }, command);
  await installWhatChanged(shutdown);
  await buildWhatChanged(shutdown);
  if (fresh) await deleteData(dataFolder);
  const { launch } = await import('./launch.mjs');
  const { died } = await launch({ dataFolder, ...ports, shutdown });
  return died;
}

/**
 * Deletes the data folder for `--fresh`. Keeps a log in KurrentDB. If that log has events, deletes nothing, because a
 * new bank needs an empty log.
 */
async function deleteData(/** @type {string} */ dataFolder) {
  if (process.env.LEDGER_LOG === 'kurrentdb') {
    const { code, output } = await run(process.execPath, [inRoot('api/dist/apps/assert-empty-log.js')], {
      env: { ...process.env, MONIKER_PROFILE: 'local' },
    });
    if (code !== 0) throw new Problem(`Nothing was deleted. ${output.trim()}`);
  }
  await step('Deleting all data', () => wipeDataFolder(dataFolder));
}

async function buildWhatChanged(/** @type {Shutdown} */ shutdown) {
  /** @type {import('./build.mjs').Part[]} */
  const parts = ['api', 'web'];
  const changed = parts.filter(needsBuild);
  if (changed.length === 0) return say('Packages and build are up to date');
  await step(`Building ${changed.join(' and ')}`, () =>
    shutdown.during((signal) => Promise.all(changed.map((part) => build(part, signal)))),
  );
}

function wantsFresh(/** @type {string[]} */ args) {
  const unknown = args.find((arg) => arg !== '--fresh');
  if (unknown)
    throw new Problem(`Unknown option ${unknown}. The only option is --fresh: npm start -- --fresh`);
  return args.includes('--fresh');
}
