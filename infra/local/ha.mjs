// @ts-check
// `npm run ha` runs a bank on three machines. `npm run ha -- kill leader` and other commands act on it;
// infra/ha/README.md lists them.
import { ensureBuilt } from './build.mjs';
import { runLongCommand } from './long-command.mjs';
import { step } from './output.mjs';

await runLongCommand(
  async (shutdown) => {
    const command = process.argv.slice(2).join(' ');
    if (command !== '') {
      const { sendCommand } = await import('../ha/control.mjs');
      await sendCommand(command);
      return 0;
    }
    const { ensurePackages } = await import('../ha/packages.mjs');
    await ensurePackages();
    await step('Building the programs', () => ensureBuilt(['api', 'web'], shutdown.signal));
    const { runCluster } = await import('../ha/main.mjs');
    await runCluster(shutdown);
    return 0;
  },
  { codeOfSignal: 0 },
);
