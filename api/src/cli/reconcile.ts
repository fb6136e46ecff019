import { readFile, stat } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import type { BankRow } from '../ledger/audit/ledger-audit.js';
import { toCsv } from '../http/csv.js';
import { readBankTimeZone } from '../platform/config/config.js';
import { parseDay } from './arguments.js';
import { BankFileError, MAX_FILE_BYTES, MAX_ROWS, parseBankFile } from './bank-file.js';
import { formatOption } from './books.js';
import { withAudit } from './database.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, unreadable, type ExitCode } from './exit-codes.js';
import { printJson, printLines } from './output.js';
import { reconcileLines, RECONCILE_COLUMNS } from './reconcile-output.js';

interface Options {
  readonly from?: string;
  readonly to?: string;
  readonly days: number;
  readonly format: 'table' | 'csv';
  readonly json?: true;
}

interface Period {
  readonly from: string;
  readonly to: string;
}

const DEFAULT_DAYS = 3;
const MAX_DAYS = 31;

const HELP = `
Compares the movements of the settlement account (net amounts of completed transfers, incoming payments, credits, and
their reversals) with a file from the settlement bank.

The file is CSV in UTF-8 with commas and a header row. It can have up to ${MAX_FILE_BYTES / 1024 / 1024} MiB and ${MAX_ROWS.toLocaleString('en-US')} rows.
Columns (others are ignored):
  date          a date such as 2026-01-31
  reference     the transaction id, with or without hyphens
  amount        signed dollars: 1500.00 came in, -980.00 went out
  amount_cents  signed cents, instead of amount: 150000, -98000

Each movement and each row is classified as one of:
  matched            same reference, same amount, at most --days apart
  different-date     same reference and amount, more than --days apart
  different-amount   same reference, different amount
  missing-in-bank    in the ledger, not in the file
  missing-in-ledger  in the file, not in the ledger
  duplicate          a repeated row without a movement of its own in the ledger

The period runs from the first to the last day in the file, unless --from or --to is given. Days are in the bank's time
zone (BANK_TIME_ZONE). Nothing is stored. The exit code is 1 if any item isn't matched, and 2 if the file is invalid;
the message names the line and column.
${EXIT_CODES_HELP}

Examples:
  ledger reconcile january.csv
  ledger reconcile january.csv --from 2026-01-01 --to 2026-01-31 --days 5
  ledger reconcile january.csv --format csv > january-compared.csv
  ledger reconcile january.csv --json | jq .totals`;

/** `ledger reconcile`: compares the settlement account with a file from the settlement bank (AUD-16). */
export function reconcileCommand(done: (code: ExitCode) => void): Command {
  return new Command('reconcile')
    .description('compare the settlement account with a file from the settlement bank')
    .argument('<bank-file.csv>', 'the file')
    .option('--from <day>', 'the first day (default: the first day in the file)', parseDay)
    .option('--to <day>', 'the last day (default: the last day in the file)', parseDay)
    .option(
      '--days <count>',
      `maximum days between bank and ledger, 0 to ${MAX_DAYS}`,
      parseDays,
      DEFAULT_DAYS,
    )
    .addOption(formatOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async (file: string, options: Options) => {
      const rows = await readBankFile(file);
      const period = resolvePeriod(rows, options);
      const timeZone = readBankTimeZone(process.env);
      const { items, totals } = await withAudit((audit) =>
        audit.reconcile(rows, { ...period, days: options.days }, timeZone),
      );
      const { isReconciled } = totals;
      if (options.json === true) printJson({ ok: isReconciled, period, days: options.days, totals, items });
      else if (options.format === 'csv') process.stdout.write(toCsv(RECONCILE_COLUMNS, items));
      else printLines(reconcileLines(items, totals, period));
      done(isReconciled ? EXIT.ok : EXIT.finding);
    });
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!/^\d{1,2}$/.test(text) || days > MAX_DAYS) {
    throw new InvalidArgumentError(`Use a number from 0 to ${MAX_DAYS}.`);
  }
  return days;
}

async function readBankFile(file: string): Promise<BankRow[]> {
  try {
    const { size } = await stat(file);
    if (size > MAX_FILE_BYTES) throw new BankFileError(`the file has more than ${MAX_FILE_BYTES} bytes`);
    return parseBankFile(await readFile(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof BankFileError)) throw unreadable(file, error);
    throw new CannotCheckError(`${file}: ${error.message}.`, { cause: error });
  }
}

function resolvePeriod(rows: readonly BankRow[], { from, to }: Options): Period {
  const days = rows.map(({ day }) => day).sort();
  const period = { from: from ?? days[0], to: to ?? days.at(-1) };
  if (period.from === undefined || period.to === undefined) {
    throw new CannotCheckError('The file has no rows. Set the period with --from and --to.');
  }
  if (period.from > period.to) {
    throw new CannotCheckError(`--from (${period.from}) must not be after --to (${period.to}).`);
  }
  return { from: period.from, to: period.to };
}
