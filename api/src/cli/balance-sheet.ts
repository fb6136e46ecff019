import { Command } from 'commander';
import {
  type BalanceSheet,
  balanceSheetOf,
  type SheetLine,
  type SheetSection,
} from '../ledger/reports/balance-sheet.js';
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
import { pluralize, printJson, printLines, tableLines, usd } from './output.js';

const HELP = `
Assets are what the bank has: money outside, in settlement. Liabilities are what it owes: the money of customers, held
or not, and what closed accounts left unclaimed. Equity is its own: fees earned, and adjustments, which are below zero
where admins gave customers more than they took from them. Assets below zero: more was paid out than came in.

Reads the read tables; "ledger verify" proves that they are what the log says. The exit code is 1 if assets are not
liabilities and equity together.
${EXIT_CODES_HELP}

Examples:
  ledger balance-sheet
  ledger balance-sheet --at 2026-01-31
  ledger balance-sheet --at 2026-01-31T17:00:00-05:00 --json
  ledger balance-sheet --at 1042 --format csv`;

/** `ledger balance-sheet`: what the bank had at a moment, and whose it was. */
export function balanceSheetCommand(done: (code: ExitCode) => void): Command {
  return new Command('balance-sheet')
    .description('print what the bank has, owes and owns, now or at a moment in the past')
    .option(AT_FLAGS, AT_DESCRIPTION, parsePointInTimeOrDay)
    .addOption(formatOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ at: moment, format, json }: ReportOptions) => {
      const { at, balance } = await readBooks(moment);
      const sheet = balanceSheetOf(balance);
      const { isBalanced, ...parts } = sheet;
      if (json === true) printJson({ ok: isBalanced, at, ...parts });
      else if (format === 'csv') process.stdout.write(toCsv(COLUMNS, csvRows(sheet)));
      else printLines([reportTitle('Balance sheet', at), '', ...sheetLines(sheet), '', ...notes(sheet)]);
      done(isBalanced ? EXIT.ok : EXIT.difference);
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

function sectionRows(title: string, { lines, totalCents }: SheetSection): string[][] {
  return [...lines.map((line) => [`  ${line.title}`, usd(line.amountCents)]), [title, usd(totalCents)], []];
}

function notes({ customerAccounts, heldCents, isBalanced }: BalanceSheet): string[] {
  return [
    `Customers have ${pluralize(customerAccounts, 'account')}; ${usd(heldCents)} of their money is held for open transfers.`,
    isBalanced
      ? 'Assets are liabilities and equity together: the books balance.'
      : 'Assets are NOT liabilities and equity together: run "ledger verify".',
  ];
}

interface CsvRow extends SheetLine {
  readonly section: string;
}

function csvRows({ assets, liabilities, equity }: BalanceSheet): CsvRow[] {
  return Object.entries({ assets, liabilities, equity }).flatMap(([section, { lines }]) =>
    lines.map((line) => ({ section, ...line })),
  );
}

const COLUMNS: readonly CsvColumn<CsvRow>[] = [
  { name: 'section', cell: ({ section }) => section },
  { name: 'account', cell: ({ account }) => account },
  { name: 'title', cell: ({ title }) => title },
  { name: 'amount', cell: ({ amountCents }) => csvAmount(amountCents) },
];
