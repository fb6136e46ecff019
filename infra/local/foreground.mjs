// @ts-check
// Shared by `npm start` and `npm run dev`. Both may run before the packages are installed, so this file and the files
// it imports must not import any package.
import { openDataFolder } from './data-folder.mjs';
import { install, needsInstall } from './install.mjs';
import { lockFolder } from './lock.mjs';
import { whenOrphaned } from './orphaned.mjs';
import { say, step } from './output.mjs';
import { isFree } from './ports.mjs';
import { explain, Problem } from './problem.mjs';
import { endLeftovers, leftoverProcesses } from './recorded-processes.mjs';
import { Shutdown } from './shutdown.mjs';

/** @typedef {'npm start' | 'npm run dev'} Command */

/**
 * Runs a program until it is told to stop, for example with Ctrl-C, then stops everything that it started. `main`
 * resolves with a message if one of its parts ends unexpectedly.
 * @param {(shutdown: Shutdown) => Promise<string>} main
 */
export async function runInForeground(main) {
  const shutdown = new Shutdown();
  /** Stops everything and exits. Further calls have no effect. */
  const leave = async (/** @type {number} */ code) => {
    const isFirstCall = !shutdown.signal.aborted;
    if (isFirstCall && code === 0) console.log('\n•  Stopping …');
    await shutdown.close();
    if (isFirstCall && code === 0) say('Stopped');
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void leave(0));
  whenOrphaned(() => void leave(0));
  // Ignores the error if the terminal closes before the last line is printed.
  process.stdout.on('error', () => undefined);
  const error = await main(shutdown).then((reason) => new Problem(reason), identity);
  if (shutdown.signal.aborted) return;
  console.error(`✗  ${explain(error)}`);
  await leave(1);
}

/**
 * Locks the data folder for a command, and ends processes of an earlier, interrupted command that still use the folder.
 * @param {string} dataFolder
 * @param {{ command: Command, shutdown: Shutdown }} owner
 */
export async function takeFolder(dataFolder, { command, shutdown }) {
  openDataFolder(dataFolder);
  shutdown.add(await lockFolder(dataFolder, command));
  if (leftoverProcesses(dataFolder).length > 0) {
    await step('Stopping processes of an interrupted start', () => endLeftovers(dataFolder));
  }
}

/**
 * Checks that the ports are free and different. Ignores the inbox's port if SMTP_URL is set.
 * @param {Record<string, number>} ports by the variable that sets them
 * @param {Command} command
 */
export async function requirePorts(ports, command) {
  /** @type {Map<number, string>} */
  const taken = new Map();
  for (const [variable, port] of Object.entries(ports)) {
    if (variable === 'INBOX_PORT' && process.env.SMTP_URL) continue;
    const other = taken.get(port);
    if (other) throw new Problem(`${other} and ${variable} are both ${port}. Set them to different ports.`);
    taken.set(port, variable);
    await requirePort(variable, port, command);
  }
}

/** Installs the packages if they are incomplete or don't match package-lock.json. */
export async function installWhatChanged(/** @type {Shutdown} */ shutdown) {
  if (needsInstall()) await step('Installing packages', () => shutdown.during(install));
}

/**
 * @param {string} variable
 * @param {number} port
 * @param {Command} command
 */
async function requirePort(variable, port, command) {
  if (await isFree(port)) return;
  throw new Problem(
    `Port ${port} is in use. Stop the program that uses it, or choose another port: ${variable}=${port + 1} ${command}`,
  );
}

const identity = (/** @type {unknown} */ value) => value;
