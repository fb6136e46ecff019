import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { EVENT_TYPES } from '../ledger/domain/events.js';
import {
  type ExportPage,
  formatEventLine,
  type PointInTime,
  type RecordedEvent,
} from '../ledger/audit/ledger-audit.js';
import { type CsvColumns, csvHeader, csvLines } from '../http/csv.js';
import { parseAccount, parsePointInTimeOrDay, parseStart } from './arguments.js';
import { withAudit } from './database.js';
import { EXIT_CODES_HELP, unwritable } from './exit-codes.js';
import { showProgress } from './progress.js';

interface Options {
  readonly format: 'ndjson' | 'csv';
  readonly from?: PointInTime;
  readonly to?: PointInTime;
  readonly account?: string;
  readonly type?: string;
  readonly out?: string;
}

const HELP = `
Prints events in log order, from one snapshot. A complete NDJSON export can be verified without a database:
"ledger verify --from-file". In CSV, text that a spreadsheet would treat as a formula starts with an apostrophe.
${EXIT_CODES_HELP}

Examples:
  ledger export --format ndjson --out log.ndjson
  ledger export --format csv --from 2026-01-01 --to 2026-01-31
  ledger export --format ndjson --account fees --type TransactionStatusChanged`;

/** `ledger export`: writes the log, or part of it, as NDJSON or CSV (AUD-10). */
export function exportCommand(): Command {
  return new Command('export')
    .description('print events as NDJSON or CSV')
    .addOption(
      new Option('--format <format>', 'the output format').choices(['ndjson', 'csv']).makeOptionMandatory(),
    )
    .option('--from <position|day|time>', 'begin at this position or day, or after this time', parseStart)
    .option('--to <position|day|time>', 'end at this position, day or time, inclusive', parsePointInTimeOrDay)
    .option(
      '--account <account>',
      'only events of this account: an id, or settlement, fees, adjustments or unclaimed',
      parseAccount,
    )
    .addOption(new Option('--type <type>', 'only events of this type').choices(EVENT_TYPES))
    .option('--out <file>', 'write to a new file instead of standard output')
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      const { from, to, account: accountId, type } = options;
      await withAudit((audit) =>
        audit.exportEvents({ from, to, accountId, type }, (pages) => writePages(pages, options)),
      );
    });
}

async function writePages(pages: AsyncIterable<ExportPage>, { format, out }: Options): Promise<void> {
  if (out === undefined) {
    await pipeline(renderPages(pages, format), process.stdout, { end: false }).catch(ignoreClosedPipe);
    return;
  }
  const file = await open(out, 'wx').catch((error: unknown) => {
    throw unwritable(out, error);
  });
  await pipeline(renderPages(pages, format), file.createWriteStream());
}

async function* renderPages(
  pages: AsyncIterable<ExportPage>,
  format: Options['format'],
): AsyncGenerator<string> {
  const progress = showProgress('export');
  try {
    if (format === 'csv') yield csvHeader(COLUMNS);
    for await (const { events, reached, last } of pages) {
      yield format === 'csv' ? csvLines(COLUMNS, events) : events.map(formatEventLine).join('');
      progress.update(reached, last);
    }
  } finally {
    progress.stop();
  }
}

/** Ignores that a reader such as `head` closed the pipe early. */
function ignoreClosedPipe(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
}

const COLUMNS: CsvColumns<RecordedEvent> = {
  position: ({ position }) => String(position),
  recorded_at: ({ recordedAt }) => recordedAt.toISOString(),
  type: ({ type }) => type,
  stream: ({ stream }) => stream,
  version: ({ version }) => String(version),
  actor: ({ actor }) => actor,
  correlation_id: ({ correlationId }) => correlationId,
  causation_id: ({ causationId }) => causationId,
  payload_version: ({ payloadVersion }) => String(payloadVersion),
  payload: ({ payload }) => payload,
  hash: ({ hash }) => hash.toString('hex'),
};
