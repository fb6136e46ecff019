import { Command } from 'commander';
import { balancesOf } from '../ledger/queries/balances.js';
import { LogFold } from '../ledger/verify/log-fold.js';
import { resolvePosition, type PointInTime } from '../ledger/queries/resolve-position.js';
import { foldOrThrow, wholeLog } from '../ledger/verify/replay.js';
import { inSnapshot } from '../platform/database/snapshot.js';
import { TransactionSteps } from '../ledger/verify/transaction-steps.js';
import type { AuditSql } from '../ledger/log/audit-connection.js';
import { parsePointInTimeOrDay } from './arguments.js';
import { balanceLines, sumOf } from './balance-table.js';
import { withDatabase } from './database.js';
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { pluralize, isoTime, printJson, printLines } from './output.js';
import { showProgress, type Progress } from './progress.js';

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
export function replayCommand(done: (code: ExitCode) => void): Command {
  return new Command('replay')
    .description('fold the log from its first event and print the resulting balances')
    .option(
      '--to <position|day|time>',
      'where to stop; a day means the end of that bank day (default: the end of the log)',
      parsePointInTimeOrDay,
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ to, json }: Options) => {
      const progress = showProgress('replay');
      const fold = await withDatabase('DATABASE_AUDITOR_URL', (sql) =>
        inSnapshot(sql, () => foldTo(sql, to, progress)),
      ).finally(progress.stop);
      printResult(fold, json === true);
      done(EXIT.ok);
    });
}

async function foldTo(sql: AuditSql, to: PointInTime | undefined, progress: Progress): Promise<LogFold> {
  const { position } = await resolvePosition(sql, to);
  const steps = new TransactionSteps();
  try {
    const fold = new LogFold(steps);
    await foldOrThrow(wholeLog(sql, position), fold, steps, (reached) => progress.update(reached, position));
    return fold;
  } finally {
    steps.close();
  }
}

function printResult({ state, lastRead, eventCount, transactionCount }: LogFold, asJson: boolean): void {
  const balances = balancesOf(state);
  if (asJson) {
    printJson({
      to: lastRead,
      counts: { events: eventCount, accounts: balances.length, transactions: transactionCount },
      sum: sumOf(balances),
      accounts: balances,
    });
    return;
  }
  printLines([
    `Replayed ${pluralize(eventCount, 'event')} to position ${lastRead.position}, ${isoTime(lastRead.recordedAt)}`,
    `hash ${lastRead.hash.toString('hex')}`,
    '',
    ...balanceLines(balances, true),
  ]);
}
