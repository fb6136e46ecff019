// @ts-check
// `npm run backup -- now | list | verify | restore` backs up a production server with pgBackRest (infra/backup/README.md).
import { ensureBuilt } from './build.mjs';
import { runLongCommand } from './long-command.mjs';

await runLongCommand(async (shutdown) => {
  const args = process.argv.slice(2);
  // `restore` ends with `ledger verify`, which is a compiled program.
  if (args[0] === 'restore') await ensureBuilt(['api'], shutdown.signal);
  const { runCommand } = await import('../backup/commands.mjs');
  return runCommand(args, shutdown);
});
