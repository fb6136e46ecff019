// @ts-check
// `npm run backup -- now | list | verify | restore` backs up a production server with pgBackRest (infra/backup/README.md).
// Before the packages are installed, this may import only Node's own modules.
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { explain } from './problem.mjs';
import { requireSupportedPlatform } from './requirements.mjs';
import { Shutdown } from './shutdown.mjs';

const shutdown = new Shutdown();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void leave(1));

try {
  requireSupportedPlatform();
  await ensureInstalled();
  const args = process.argv.slice(2);
  // For `ledger verify`.
  if (args[0] === 'restore') await ensureBuilt(['api'], shutdown.signal);
  const { runCommand } = await import('../backup/commands.mjs');
  await leave(await runCommand(args, shutdown));
} catch (error) {
  if (!shutdown.signal.aborted) console.error(`✗  ${explain(error)}`);
  await leave(1);
}

async function leave(/** @type {number} */ code) {
  await shutdown.close();
  process.exit(code);
}
