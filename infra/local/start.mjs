// @ts-check
// `npm start`. Before the packages are installed, this may import only Node's own modules.
import { build, needsBuild } from './build.mjs';
import { openDataFolder, wipeDataFolder } from './data-folder.mjs';
import { install, needsInstall } from './install.mjs';
import { lockFolder } from './lock.mjs';
import { whenOrphaned } from './orphaned.mjs';
import { say, step } from './output.mjs';
import { dataFolderOf } from './paths.mjs';
import { isFree, portFrom } from './ports.mjs';
import { explain, Problem } from './problem.mjs';
import { endLeftovers, leftoverProcesses } from './recorded-processes.mjs';
import { requireSupportedPlatform } from './requirements.mjs';
import { Shutdown } from './shutdown.mjs';

const shutdown = new Shutdown();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void leave(0));
whenOrphaned(() => void leave(0));
// The terminal may close before the last line is printed.
process.stdout.on('error', () => undefined);

try {
  await start();
} catch (error) {
  if (!shutdown.signal.aborted) await fail(error);
}

async function start() {
  requireSupportedPlatform();
  const fresh = wantsFresh(process.argv.slice(2));
  const dataFolder = dataFolderOf();
  const ports = { port: portFrom('PORT', 3000), inboxPort: portFrom('INBOX_PORT', 1080) };
  await takeFolder(dataFolder);
  await requirePorts(ports);
  if (fresh) await step('Deleting all data', () => wipeDataFolder(dataFolder));
  if (needsInstall()) await step('Installing packages', () => shutdown.during(install));
  await buildWhatChanged();
  const { launch } = await import('./launch.mjs');
  const { died } = await launch({ dataFolder, ...ports, shutdown });
  const reason = await died;
  if (!shutdown.signal.aborted) await fail(new Problem(reason));
}

async function takeFolder(/** @type {string} */ dataFolder) {
  openDataFolder(dataFolder);
  shutdown.add(lockFolder(dataFolder, 'npm start'));
  if (leftoverProcesses(dataFolder).length > 0) {
    await step('Stopping processes of an interrupted start', () => endLeftovers(dataFolder));
  }
}

async function requirePorts(/** @type {{ port: number, inboxPort: number }} */ { port, inboxPort }) {
  await requirePort('PORT', port);
  if (process.env.SMTP_URL) return;
  if (inboxPort === port)
    throw new Problem(`PORT and INBOX_PORT are both ${port}. Set them to different ports.`);
  await requirePort('INBOX_PORT', inboxPort);
}

async function requirePort(/** @type {string} */ variable, /** @type {number} */ port) {
  if (await isFree(port)) return;
  throw new Problem(
    `Port ${port} is in use. Stop the program that uses it, or choose another port: ${variable}=${port + 1} npm start`,
  );
}

async function buildWhatChanged() {
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

async function fail(/** @type {unknown} */ error) {
  console.error(`✗  ${explain(error)}`);
  await leave(1);
}

/** Stops everything and exits. Further calls have no effect. */
async function leave(/** @type {number} */ code) {
  const isFirstCall = !shutdown.signal.aborted;
  if (isFirstCall && code === 0) console.log('\n•  Stopping …');
  await shutdown.close();
  if (isFirstCall && code === 0) say('Stopped');
  process.exit(code);
}
