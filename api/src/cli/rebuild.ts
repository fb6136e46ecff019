import { Command } from 'commander';
import { rebuildReadTables } from '../ledger/audit/rebuild.js';
import { onDatabase } from './database.js';
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { isoTime, printJson, printLines } from './output.js';
import { showProgress } from './progress.js';

const HELP = `
The one command that writes: it needs DATABASE_OWNER_URL. Accounts, transactions and entry lines are folded from the
whole log again, in one transaction; payments wait until it is done. Where the log itself is not sound, it
changes nothing and ends with exit code 1.
${EXIT_CODES_HELP}

Examples:
  ledger rebuild
  ledger rebuild --json`;

/** `ledger rebuild`: throws the read tables away and folds them from the log again. */
export function rebuildCommand(done: (code: ExitCode) => void): Command {
  return new Command('rebuild')
    .description('throw the read tables away and fold them from the log again')
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ json }: { readonly json?: true }) => {
      const progress = showProgress('rebuild');
      const place = await onDatabase('DATABASE_OWNER_URL', (sql) =>
        rebuildReadTables(sql, { onProgress: progress.update }),
      ).finally(progress.stop);
      if (json === true) printJson({ ok: true, rebuiltTo: place });
      else
        printLines([`Rebuilt the read tables to position ${place.position}, ${isoTime(place.recordedAt)}.`]);
      done(EXIT.fine);
    });
}
