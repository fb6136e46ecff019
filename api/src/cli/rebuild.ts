import { Argument, Command } from 'commander';
import { rebuildEventIndex, type RebuiltIndex } from '../ledger/audit/rebuild-event-index.js';
import {
  rebuildReadTables,
  RebuildRunningError,
  type RebuildResult,
} from '../ledger/audit/rebuild-read-tables.js';
import { READ_TABLES, type ReadTableName } from '../ledger/audit/shadow-tables.js';
import type { Sql } from '../platform/database/sql.js';
import { withDatabase } from './database.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { pluralize, isoTime, printJson, printLines } from './output.js';
import { showProgress, type Progress } from './progress.js';

const EVENT_INDEX = 'event-index';
const PROJECTIONS = [...READ_TABLES, EVENT_INDEX] as const;
type Projection = (typeof PROJECTIONS)[number];

const HELP = `
The one command that writes: it needs DATABASE_OWNER_URL. Accounts, transactions and entry lines are folded from the
whole log again, beside the live tables, and every row is compared; what differs is put right in one step at the end.
Payments go on meanwhile and wait for that step alone. The event history's index is made again in the same way, and no
payment waits for it. Where the log itself is not sound, nothing is changed and the exit code is 1.

Projections: ${PROJECTIONS.join(', ')}; without one, all of them.
${EXIT_CODES_HELP}

Examples:
  ledger rebuild
  ledger rebuild transactions
  ledger rebuild event-index --json`;

/** `ledger rebuild`: folds the read tables from the log again and puts right what differs. */
export function rebuildCommand(done: (code: ExitCode) => void): Command {
  return new Command('rebuild')
    .description('fold the read tables from the log again and put right what differs')
    .addArgument(new Argument('[projection]', 'only this one').choices(PROJECTIONS))
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
  const isAsBefore = accounts + entries + transactions === 0;
  return [
    `Rebuilt the read tables to position ${place.position}, ${isoTime(place.recordedAt)}.`,
    isAsBefore
      ? 'Every row was as the log says.'
      : `Put right: ${pluralize(accounts, 'account')}, ${pluralize(entries, 'entry line')}, ${pluralize(transactions, 'transaction')}.`,
    `Payments waited for ${lockedMs} ms.`,
  ];
}

function indexLines(result: RebuiltIndex | null): string[] {
  if (result === null) return [];
  const { position, repaired } = result;
  const what = repaired === 0 ? 'every row was as the log says' : `${pluralize(repaired, 'row')} put right`;
  return [`Rebuilt the event index to position ${position}: ${what}.`];
}
