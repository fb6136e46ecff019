// @ts-check
// `npm run ha` runs a bank on three machines. `npm run ha -- kill leader` and others act on it; infra/ha/README.md lists them.
// Before the packages are installed, this may import only Node's own modules.
import { ensureBuilt } from './build.mjs';
import { install, needsInstall } from './install.mjs';
import { step } from './output.mjs';
import { explain } from './problem.mjs';
import { requireSupportedPlatform } from './requirements.mjs';
import { Shutdown } from './shutdown.mjs';

const shutdown = new Shutdown();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void leave(0));

try {
  requireSupportedPlatform();
  if (needsInstall()) await step('Installing packages', () => install(shutdown.signal));
  const command = process.argv.slice(2).join(' ');
  if (command !== '') {
    const { sendCommand } = await import('../ha/control.mjs');
    await sendCommand(command);
    await leave(0);
  }
  const { ensurePackages } = await import('../ha/packages.mjs');
  await ensurePackages();
  await step('Building the programs', () => ensureBuilt(['api', 'web'], shutdown.signal));
  const { runCluster } = await import('../ha/main.mjs');
  await runCluster(shutdown);
} catch (error) {
  if (!shutdown.signal.aborted) console.error(`✗  ${explain(error)}`);
  await leave(1);
}

async function leave(/** @type {number} */ code) {
  await shutdown.close();
  process.exit(code);
}
