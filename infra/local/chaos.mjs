// @ts-check
// `npm run chaos` runs a bank with faults and checks that nothing is lost. `docs/reliability.md` describes it.
// Before the packages are installed, this may import only Node's own modules.
import { ensureBuilt } from './build.mjs';
import { install, needsInstall } from './install.mjs';
import { step } from './output.mjs';
import { explain } from './problem.mjs';
import { requireSupportedPlatform } from './requirements.mjs';
import { Shutdown } from './shutdown.mjs';

const shutdown = new Shutdown();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void leave(1));

try {
  requireSupportedPlatform();
  if (needsInstall()) await step('Installing packages', () => install(shutdown.signal));
  const { parseOptions } = await import('../chaos/options.mjs');
  const options = parseOptions(process.argv.slice(2));
  if (options.machines > 1) {
    const { ensurePackages } = await import('../ha/packages.mjs');
    await ensurePackages();
  }
  await step('Building the programs', () => ensureBuilt(['api', 'web'], shutdown.signal));
  const { chaos } = await import('../chaos/main.mjs');
  await leave((await chaos(options, shutdown)) ? 0 : 1);
} catch (error) {
  if (!shutdown.signal.aborted) console.error(`✗  ${explain(error)}`);
  await leave(1);
}

async function leave(/** @type {number} */ code) {
  await shutdown.close();
  process.exit(code);
}
