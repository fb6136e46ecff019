// @ts-check
// Before the packages are installed, this may import only Node's own modules.
import { install, needsInstall } from './install.mjs';
import { step } from './output.mjs';
import { explain } from './problem.mjs';
import { requireSupportedPlatform } from './requirements.mjs';
import { Shutdown } from './shutdown.mjs';

/**
 * Runs a command that starts programs, after the packages are installed. Ends what is registered at `shutdown`, even
 * after a signal or a failure, and exits with the code that the command returns.
 * @param {(shutdown: Shutdown) => Promise<number>} work
 * @param {{ codeOfSignal?: number }} options the exit code after a signal: 0 for what runs until it is stopped
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
