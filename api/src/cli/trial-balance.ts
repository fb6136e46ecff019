import { Command } from 'commander';
import { type TrialBalanceLine, trialBalanceLines } from '../ledger/reports/trial-balance.js';
import { type CsvColumn, csvAmount, toCsv } from '../platform/http/csv.js';
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
Debits are what the bank has or has given away: settlement (money outside). Credits are what it owes or has earned: the
money of customers, what closed accounts left unclaimed, fees. Adjustments are a debit where admins gave customers more
than they took from them. In the other commands a credit stands above zero and a debit below.

Reads the read tables; "ledger verify" proves that they are what the log says. The exit code is 1 if debit and credit
are not the same.
${EXIT_CODES_HELP}

Examples:
  ledger trial-balance
  ledger trial-balance --at 2026-01-31
  ledger trial-balance --at 1042 --json
  ledger trial-balance --at 2026-01-31T17:00:00-05:00 --format csv > january.csv`;

/** `ledger trial-balance`: debit and credit of the bank's books at a moment. */
export function trialBalanceCommand(done: (code: ExitCode) => void): Command {
  return new Command('trial-balance')
    .description('print debit and credit of the whole bank, now or at a moment in the past')
    .option(AT_FLAGS, AT_DESCRIPTION, parsePointInTimeOrDay)
    .addOption(formatOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ at: moment, format, json }: ReportOptions) => {
      const { at, balance } = await readBooks(moment);
      const lines = trialBalanceLines(balance);
      const total = totalOf(lines);
      const isBalanced = total.debitCents === total.creditCents;
      const { heldCents } = balance;
      if (json === true) printJson({ ok: isBalanced, at, lines, total, heldCents });
      else if (format === 'csv') process.stdout.write(toCsv(COLUMNS, lines));
      else
        printLines([reportTitle('Trial balance', at), '', ...table(lines, total), '', verdict(isBalanced)]);
      done(isBalanced ? EXIT.ok : EXIT.difference);
    });
}

type Total = Pick<TrialBalanceLine, 'debitCents' | 'creditCents'>;

function totalOf(lines: readonly TrialBalanceLine[]): Total {
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
    ? 'Debit and credit are the same: the books balance.'
    : 'Debit and credit are NOT the same: run "ledger verify".';
}

const COLUMNS: readonly CsvColumn<TrialBalanceLine>[] = [
  { name: 'account', cell: ({ account }) => account },
  { name: 'accounts', cell: ({ accounts }) => String(accounts) },
  { name: 'debit', cell: ({ debitCents }) => csvAmount(debitCents) },
  { name: 'credit', cell: ({ creditCents }) => csvAmount(creditCents) },
];
