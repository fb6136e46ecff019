// @ts-check
// `npm run chaos` runs a bank with faults and checks that nothing is lost. `docs/reliability.md` describes it.
import { ensureBuilt } from './build.mjs';
import { runLongCommand } from './long-command.mjs';
import { step } from './output.mjs';

await runLongCommand(async (shutdown) => {
  const { parseOptions } = await import('../chaos/options.mjs');
  const options = parseOptions(process.argv.slice(2));
  if (options.machines > 1) {
    const { ensurePackages } = await import('../ha/packages.mjs');
    await ensurePackages();
  }
  await step('Building the programs', () => ensureBuilt(['api', 'web'], shutdown.signal));
  const { chaos } = await import('../chaos/main.mjs');
  return (await chaos(options, shutdown)) ? 0 : 1;
});
