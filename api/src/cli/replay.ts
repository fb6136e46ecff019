import { Command } from 'commander';
import type { PointInTime, ReplayResult } from '../ledger/audit/ledger-audit.js';
import { parsePointInTimeOrDay } from './arguments.js';
import { balanceLines, sumBalances } from './balance-table.js';
import { withAudit } from './database.js';
import { EXIT_CODES_HELP } from './exit-codes.js';
import { pluralize, isoTime, printJson, printLines } from './output.js';
import { showProgress } from './progress.js';

interface Options {
  readonly to?: PointInTime;
  readonly json?: true;
}

const HELP = `
Reads only the log, not the read tables. It stops with exit code 1 at the first event that breaks the hash chain or a
rule of the ledger.
${EXIT_CODES_HELP}

Examples:
  ledger replay
  ledger replay --to 1042
  ledger replay --to 2026-01-31
  ledger replay --to 2026-01-31T17:00:00-05:00 --json`;

/** `ledger replay`: folds the log up to a point in time and prints the resulting balances (AUD-7). */
export function replayCommand(): Command {
  return new Command('replay')
    .description('replay the log from its first event and print the resulting balances')
    .option(
      '--to <position|day|time>',
      "where to stop; a day means its end in the bank's time zone (default: the end of the log)",
      parsePointInTimeOrDay,
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ to, json }: Options) => {
      const progress = showProgress('replay');
      const result = await withAudit((audit) => audit.replay(to, progress.update)).finally(progress.stop);
      printResult(result, json === true);
    });
}

function printResult({ to, events, transactions, balances }: ReplayResult, asJson: boolean): void {
  if (asJson) {
    printJson({
      to,
      counts: { events, accounts: balances.length, transactions },
      sum: sumBalances(balances),
      accounts: balances,
    });
    return;
  }
  printLines([
    to.position === 0
      ? 'Replayed 0 events: position 0, before the first event'
      : `Replayed ${pluralize(events, 'event')} to position ${to.position}, ${isoTime(to.recordedAt)}`,
    `hash ${to.hash.toString('hex')}`,
    '',
    ...balanceLines(balances, true),
  ]);
}
