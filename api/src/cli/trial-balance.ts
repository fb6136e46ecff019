import { Command } from 'commander';
import type { TrialBalanceLine } from '../ledger/audit/ledger-audit.js';
import { type CsvColumns, toCsv } from '../http/csv.js';
import { parsePointInTimeOrDay } from './arguments.js';
import {
  AT_DESCRIPTION,
  AT_FLAGS,
  readBooks,
  formatOption,
  type ReportOptions,
  reportTitle,
} from './books.js';
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { printJson, printLines, tableLines, usd } from './output.js';

const HELP = `
Settlement, the bank's money at the settlement bank, is normally a debit. Customers' money, fees, and unclaimed money
from closed accounts are credits. Adjustments are a debit if admins gave customers more than they took from them. Most
other commands print credits as positive amounts and debits as negative ones; "balance-sheet" and "reconcile" don't.

The report comes from the read tables; "ledger verify" checks them against the log. The exit code is 1 if debits and
credits differ.
${EXIT_CODES_HELP}

Examples:
  ledger trial-balance
  ledger trial-balance --at 2026-01-31
  ledger trial-balance --at 1042 --json
  ledger trial-balance --at 2026-01-31T17:00:00-05:00 --format csv > january.csv`;

/** `ledger trial-balance`: prints the debits and credits of the bank's books at a point in time (AUD-14). */
export function trialBalanceCommand(done: (code: ExitCode) => void): Command {
  return new Command('trial-balance')
    .description("print the whole bank's debits and credits, now or in the past")
    .option(AT_FLAGS, AT_DESCRIPTION, parsePointInTimeOrDay)
    .addOption(formatOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ at: pointInTime, format, json }: ReportOptions) => {
      const { at, trialBalance: lines, balanceSheet } = await readBooks(pointInTime);
      const total = sumLines(lines);
      const isBalanced = total.debitCents === total.creditCents;
      const { heldCents } = balanceSheet;
      if (json === true) printJson({ ok: isBalanced, at, lines, total, heldCents });
      else if (format === 'csv') process.stdout.write(toCsv(COLUMNS, lines));
      else
        printLines([reportTitle('Trial balance', at), '', ...table(lines, total), '', verdict(isBalanced)]);
      done(isBalanced ? EXIT.ok : EXIT.finding);
    });
}

type Total = Pick<TrialBalanceLine, 'debitCents' | 'creditCents'>;

function sumLines(lines: readonly TrialBalanceLine[]): Total {
  return {
    debitCents: lines.reduce((sum, { debitCents }) => sum + debitCents, 0),
    creditCents: lines.reduce((sum, { creditCents }) => sum + creditCents, 0),
  };
}

const RIGHT = 'right';

function table(lines: readonly TrialBalanceLine[], total: Total): string[] {
  const rows = lines.map(({ account, accounts, debitCents, creditCents }) => [
    ...[account, accounts.toLocaleString('en-US')],
    ...[debitCents, creditCents].map((cents) => (cents === 0 ? '' : usd(cents))),
  ]);
  return tableLines(
    [
      { title: 'account' },
      { title: 'accounts', align: RIGHT },
      { title: 'debit', align: RIGHT },
      { title: 'credit', align: RIGHT },
    ],
    [...rows, ['total', '', usd(total.debitCents), usd(total.creditCents)]],
  );
}

function verdict(isBalanced: boolean): string {
  return isBalanced
    ? 'Debits equal credits: the books balance.'
    : 'Debits do NOT equal credits. Run "ledger verify".';
}

const COLUMNS: CsvColumns<TrialBalanceLine> = {
  account: ({ account }) => account,
  accounts: ({ accounts }) => String(accounts),
  debit: ({ debitCents }) => ({ cents: debitCents }),
  credit: ({ creditCents }) => ({ cents: creditCents }),
};
