import { Command } from 'commander';
import type { BalanceSheet } from '../ledger/audit/ledger-audit.js';
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
import { pluralize, printJson, printLines, tableLines, usd } from './output.js';

const HELP = `
Assets are the bank's money at the settlement bank. They are negative if more was paid out than came in. Liabilities are
the customers' money, held or available, and the unclaimed money of closed accounts. Equity is fees earned plus balance
adjustments, which are negative if admins gave customers more than they took from them.

The report comes from the read tables; "ledger verify" checks them against the log. The exit code is 1 if assets don't
equal liabilities plus equity.
${EXIT_CODES_HELP}

Examples:
  ledger balance-sheet
  ledger balance-sheet --at 2026-01-31
  ledger balance-sheet --at 2026-01-31T17:00:00-05:00 --json
  ledger balance-sheet --at 1042 --format csv`;

/** `ledger balance-sheet`: prints assets, liabilities and equity at a point in time (AUD-15). */
export function balanceSheetCommand(done: (code: ExitCode) => void): Command {
  return new Command('balance-sheet')
    .description('print assets, liabilities and equity, now or in the past')
    .option(AT_FLAGS, AT_DESCRIPTION, parsePointInTimeOrDay)
    .addOption(formatOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ at: pointInTime, format, json }: ReportOptions) => {
      const { at, balanceSheet: sheet } = await readBooks(pointInTime);
      const { isBalanced, ...parts } = sheet;
      if (json === true) printJson({ ok: isBalanced, at, ...parts });
      else if (format === 'csv') process.stdout.write(toCsv(COLUMNS, csvRows(sheet)));
      else printLines([reportTitle('Balance sheet', at), '', ...sheetLines(sheet), '', ...notes(sheet)]);
      done(isBalanced ? EXIT.ok : EXIT.finding);
    });
}

function sheetLines({ assets, liabilities, equity }: BalanceSheet): string[] {
  const total = usd(liabilities.totalCents + equity.totalCents);
  return tableLines(
    [{ title: '' }, { title: 'amount', align: 'right' }],
    [
      ...sectionRows('Assets', assets),
      ...sectionRows('Liabilities', liabilities),
      ...sectionRows('Equity', equity),
      ['Liabilities and equity', total],
    ],
  );
}

type SheetSection = BalanceSheet['assets'];

function sectionRows(title: string, { lines, totalCents }: SheetSection): string[][] {
  return [...lines.map((line) => [`  ${line.title}`, usd(line.amountCents)]), [title, usd(totalCents)], []];
}

function notes({ customerAccounts, heldCents, isBalanced }: BalanceSheet): string[] {
  return [
    `Customers have ${pluralize(customerAccounts, 'account')}; ${usd(heldCents)} of their money is held for open transfers.`,
    isBalanced
      ? 'Assets equal liabilities plus equity: the books balance.'
      : 'Assets do NOT equal liabilities plus equity. Run "ledger verify".',
  ];
}

type CsvRow = SheetSection['lines'][number] & { readonly section: string };

function csvRows({ assets, liabilities, equity }: BalanceSheet): CsvRow[] {
  return Object.entries({ assets, liabilities, equity }).flatMap(([section, { lines }]) =>
    lines.map((line) => ({ section, ...line })),
  );
}

const COLUMNS: CsvColumns<CsvRow> = {
  section: ({ section }) => section,
  account: ({ account }) => account,
  title: ({ title }) => title,
  amount: ({ amountCents }) => ({ cents: amountCents }),
};
