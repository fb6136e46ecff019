import { Argument, Command } from 'commander';
import { rebuildEventIndex, type RebuiltIndex } from '../ledger/projections/rebuild-event-index.js';
import {
  rebuildReadTables,
  RebuildRunningError,
  type RebuildResult,
} from '../ledger/projections/rebuild-read-tables.js';
import { READ_TABLES, type ReadTableName } from '../ledger/projections/shadow-tables.js';
import type { Sql } from '../platform/database/sql.js';
import { withDatabase } from './database.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { pluralize, isoTime, printJson, printLines } from './output.js';
import { showProgress, type Progress } from './progress.js';

const EVENT_INDEX = 'event-index';
const PROJECTIONS = [...READ_TABLES, EVENT_INDEX] as const;
type Projection = (typeof PROJECTIONS)[number];

const HELP = `
The only command that writes to the database; it needs DATABASE_OWNER_URL. It folds the whole log into shadow tables of
accounts, entries and transactions, compares every row with the live tables, and repairs the rows that differ in one
final step. Payments continue and wait only during that step. The event-history index is rebuilt in the same way without
blocking payments. If the log is not sound, nothing is changed and the exit code is 1.

Projections: ${PROJECTIONS.join(', ')} (default: all).
${EXIT_CODES_HELP}

Examples:
  ledger rebuild
  ledger rebuild transactions
  ledger rebuild event-index --json`;

/** `ledger rebuild`: rebuilds the read tables from the log and repairs the rows that differ (AUD-17). */
export function rebuildCommand(done: (code: ExitCode) => void): Command {
  return new Command('rebuild')
    .description('rebuild the read tables from the log and repair rows that differ')
    .addArgument(new Argument('[projection]', 'only this projection').choices(PROJECTIONS))
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async (projection: Projection | undefined, { json }: { readonly json?: true }) => {
      const progress = showProgress('rebuild');
      const result = await withDatabase('DATABASE_OWNER_URL', (sql) => rebuild(sql, projection, progress))
        .catch((error: unknown) => {
          throw error instanceof RebuildRunningError
            ? new CannotCheckError(error.message, { cause: error })
            : error;
        })
        .finally(progress.stop);
      if (json === true) printJson({ ok: true, ...result.tables, eventIndex: result.index });
      else printLines([...readTableLines(result.tables), ...indexLines(result.index)]);
      done(EXIT.ok);
    });
}

interface Rebuilt {
  readonly tables: RebuildResult | null;
  readonly index: RebuiltIndex | null;
}

async function rebuild(sql: Sql, projection: Projection | undefined, progress: Progress): Promise<Rebuilt> {
  const onProgress = progress.update;
  const only: readonly ReadTableName[] | undefined =
    projection === undefined || projection === EVENT_INDEX ? undefined : [projection];
  const tables = projection === EVENT_INDEX ? null : await rebuildReadTables(sql, { only, onProgress });
  const index = only === undefined ? await rebuildEventIndex(sql, onProgress) : null;
  return { tables, index };
}

function readTableLines(result: RebuildResult | null): string[] {
  if (result === null) return [];
  const { place, repaired, lockedMs } = result;
  const { accounts, entries, transactions } = repaired;
  const isUnchanged = accounts + entries + transactions === 0;
  return [
    `Rebuilt the read tables to position ${place.position}, ${isoTime(place.recordedAt)}.`,
    isUnchanged
      ? 'Every row matched the log.'
      : `Repaired ${pluralize(accounts, 'account')}, ${pluralize(entries, 'entry|entries')} and ${pluralize(transactions, 'transaction')}.`,
    `Payments were blocked for ${lockedMs} ms.`,
  ];
}

function indexLines(result: RebuiltIndex | null): string[] {
  if (result === null) return [];
  const { position, repaired } = result;
  const outcome = repaired === 0 ? 'every row matched the log' : `repaired ${pluralize(repaired, 'row')}`;
  return [`Rebuilt the event index to position ${position}: ${outcome}.`];
}
