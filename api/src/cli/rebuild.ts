import { Command } from 'commander';
import { rebuildReadTables, RebuildRunningError, type RebuildResult } from '../ledger/audit/rebuild.js';
import { onDatabase } from './database.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { countOf, isoTime, printJson, printLines } from './output.js';
import { showProgress } from './progress.js';

const HELP = `
The one command that writes: it needs DATABASE_OWNER_URL. Accounts, transactions and entry lines are folded from the
whole log again, beside the live tables, and every row is compared; what differs is put right in one step at the end.
Payments go on meanwhile and wait for that step alone. Where the log itself is not sound, nothing is changed and the
exit code is 1.
${EXIT_CODES_HELP}

Examples:
  ledger rebuild
  ledger rebuild --json`;

/** `ledger rebuild`: folds the read tables from the log again and puts right what differs. */
export function rebuildCommand(done: (code: ExitCode) => void): Command {
  return new Command('rebuild')
    .description('fold the read tables from the log again and put right what differs')
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ json }: { readonly json?: true }) => {
      const progress = showProgress('rebuild');
      const result = await onDatabase('DATABASE_OWNER_URL', (sql) =>
        rebuildReadTables(sql, { onProgress: progress.update }),
      )
        .catch((error: unknown) => {
          throw error instanceof RebuildRunningError
            ? new CannotCheckError(error.message, { cause: error })
            : error;
        })
        .finally(progress.stop);
      if (json === true) printJson({ ok: true, ...result });
      else printLines(resultLines(result));
      done(EXIT.fine);
    });
}

function resultLines({ place, repaired, lockedMs }: RebuildResult): string[] {
  const { accounts, entries, transactions } = repaired;
  const isAsBefore = accounts + entries + transactions === 0;
  return [
    `Rebuilt the read tables to position ${place.position}, ${isoTime(place.recordedAt)}.`,
    isAsBefore
      ? 'Every row was as the log says.'
      : `Put right: ${countOf(accounts, 'account')}, ${countOf(entries, 'entry line')}, ${countOf(transactions, 'transaction')}.`,
    `Payments waited for ${lockedMs} ms.`,
  ];
}
