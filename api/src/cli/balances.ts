import { Command } from 'commander';
import { balancesAt } from '../ledger/audit/balances.js';
import { resolvePosition, type PointInTime } from '../ledger/audit/resolve-position.js';
import { inSnapshot } from '../ledger/audit/snapshot.js';
import { parseAccount, parsePointInTimeOrDay } from './arguments.js';
import { balanceLines, sumOf } from './balance-table.js';
import { AT_DESCRIPTION, AT_FLAGS } from './books.js';
import { withDatabase } from './database.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { isoTime, printJson, printLines } from './output.js';

interface Options {
  readonly at?: PointInTime;
  readonly account?: string;
  readonly json?: true;
}

const HELP = `
Reads the read tables, so it is quick at any position; "ledger verify" proves that they are what the log says, and
"ledger replay --to" comes to the same balances from the log alone.
${EXIT_CODES_HELP}

Examples:
  ledger balances
  ledger balances --at 2026-01-31
  ledger balances --at 2026-01-31T17:00:00-05:00
  ledger balances --at 1042 --account settlement`;

/** `ledger balances`: what every account had at a moment. */
export function balancesCommand(done: (code: ExitCode) => void): Command {
  return new Command('balances')
    .description('print the balance of every account, now or at a moment in the past')
    .option(AT_FLAGS, AT_DESCRIPTION, parsePointInTimeOrDay)
    .option('--account <account>', "only this one: an id, or the name of one of the bank's own", parseAccount)
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ at, account, json }: Options) => {
      const { place, balances } = await withDatabase('DATABASE_AUDITOR_URL', (sql) =>
        inSnapshot(sql, async () => {
          const found = await resolvePosition(sql, at);
          return { place: found, balances: await balancesAt(sql, found.position, account) };
        }),
      );
      if (account !== undefined && balances.length === 0) {
        throw new CannotCheckError(`there was no account ${account} at position ${place.position}`);
      }
      const isAll = account === undefined;
      if (json === true) printJson({ at: place, ...(isAll && { sum: sumOf(balances) }), accounts: balances });
      else {
        const when = place.position === 0 ? 'before the first event' : isoTime(place.recordedAt);
        printLines([`Balances at position ${place.position}, ${when}`, '', ...balanceLines(balances, isAll)]);
      }
      done(EXIT.ok);
    });
}
