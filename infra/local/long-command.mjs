// @ts-check
// Until the packages are installed, this file and the files it imports must not import any package.
import { install, needsInstall } from './install.mjs';
import { step } from './output.mjs';
import { explain } from './problem.mjs';
import { requireSupportedPlatform } from './requirements.mjs';
import { Shutdown } from './shutdown.mjs';

/**
 * Installs missing packages, runs a command that starts programs, and exits with the code that `work` returns. Always
 * runs the cleanups that were added to `shutdown`, even after a signal or a failure.
 * @param {(shutdown: Shutdown) => Promise<number>} work
 * @param {{ codeOfSignal?: number }} options the exit code after a signal: 0 for a command that runs until it is
 *   stopped
 */
export async function runLongCommand(work, { codeOfSignal = 1 } = {}) {
  const shutdown = new Shutdown();
  const leave = async (/** @type {number} */ code) => {
    await shutdown.close();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void leave(codeOfSignal));
  try {
    requireSupportedPlatform();
    if (needsInstall()) await step('Installing packages', () => install(shutdown.signal));
    await leave(await work(shutdown));
  } catch (error) {
    if (!shutdown.signal.aborted) console.error(`✗  ${explain(error)}`);
    await leave(1);
  }
}
