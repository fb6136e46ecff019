import { Command } from 'commander';
import type { PointInTime } from '../ledger/audit/ledger-audit.js';
import { parseAccount, parsePointInTimeOrDay } from './arguments.js';
import { balanceLines, sumBalances } from './balance-table.js';
import { AT_DESCRIPTION, AT_FLAGS, reportTitle } from './books.js';
import { withAudit } from './database.js';
import { CannotCheckError, EXIT_CODES_HELP } from './exit-codes.js';
import { printJson, printLines } from './output.js';

interface Options {
  readonly at?: PointInTime;
  readonly account?: string;
  readonly json?: true;
}

const HELP = `
The balances come from the read tables, so looking up any position is fast; "ledger verify" checks these tables against
the log. "ledger replay --to" computes the same balances from the log alone.
${EXIT_CODES_HELP}

Examples:
  ledger balances
  ledger balances --at 2026-01-31
  ledger balances --at 2026-01-31T17:00:00-05:00
  ledger balances --at 1042 --account settlement`;

/** `ledger balances`: prints the balances of accounts at a point in time (AUD-8). */
export function balancesCommand(): Command {
  return new Command('balances')
    .description('print the balance of every account, now or in the past')
    .option(AT_FLAGS, AT_DESCRIPTION, parsePointInTimeOrDay)
    .option(
      '--account <account>',
      'only this account: an id, or settlement, fees, adjustments or unclaimed',
      parseAccount,
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ at, account, json }: Options) => {
      const { at: end, balances } = await withAudit((audit) => audit.balances(at, account));
      if (account !== undefined && balances.length === 0) {
        throw new CannotCheckError(`Account ${account} doesn't exist at position ${end.position}.`);
      }
      const isAll = account === undefined;
      if (json === true)
        printJson({ at: end, ...(isAll && { sum: sumBalances(balances) }), accounts: balances });
      else {
        printLines([reportTitle('Balances', end), '', ...balanceLines(balances, isAll)]);
      }
    });
}
