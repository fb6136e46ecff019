import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEventLine } from '../../src/ledger/log/event-lines.js';
import { query, type TestDatabase } from '../harness/index.js';
import { ROOT } from '../harness/paths.js';

const FIXTURES = path.join(ROOT, 'api', 'test', 'fixtures');

/**
 * An export of the events of `writeSampleLedger`, made when every payload had version 1. Never regenerate this file.
 */
export const LOG_OF_VERSION_1 = path.join(FIXTURES, 'ledger-of-version-1.log.ndjson');
/** The rows of the read tables from the same time. Never regenerate this file. */
const TABLES_OF_VERSION_1 = path.join(FIXTURES, 'ledger-of-version-1.tables.ndjson');

/** Columns that later releases added, with the values that the stored rows get. */
const ADDED_COLUMNS: Readonly<Record<string, object>> = {
  ledger_transaction: { customer_canceled_at: null, recipient_id: null, pair_id: null },
};

/** Returns the stored rows of the three read tables, in the order of `rowsAsInVersion1`. */
export async function tablesOfVersion1(): Promise<unknown[]> {
  const lines = (await readFile(TABLES_OF_VERSION_1, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => {
    const { table, row } = JSON.parse(line) as { table: string; row: object };
    return { table, row: { ...row, ...ADDED_COLUMNS[table] } };
  });
}

/** Inserts an exported log, unchanged, into an empty database. The read tables stay empty. */
export async function insertLog(database: TestDatabase, file: string): Promise<void> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const rows = lines.map(parseEventLine).map((event) => ({
    ...{ position: event.position, stream: event.stream, version: event.version, type: event.type },
    ...{ payload_version: event.payloadVersion, recorded_at: event.recordedAt, actor: event.actor },
    ...{ correlation_id: event.correlationId, causation_id: event.causationId, payload: event.payload },
    hash: `\\x${event.hash.toString('hex')}`,
  }));
  await query(
    database.superUrl,
    'insert into ledger_event select * from json_populate_recordset(null::ledger_event, $1)',
    [JSON.stringify(rows)],
  );
  const last = rows.at(-1);
  await query(database.superUrl, 'update ledger_head set position = $1, hash = $2, recorded_at = $3', [
    ...[last?.position, last?.hash, last?.recorded_at],
  ]);
}

const TABLES = {
  ledger_account: 'account_id',
  ledger_transaction: 'transaction_id',
  ledger_entry: 'account_id, position',
};

/** Columns that later releases compute from the log. */
const COMPUTED_SINCE = '{outgoing_day_after,outgoing_day_cents_after}';

/** Returns all current rows of the read tables, without the columns that later releases compute from the log. */
export function rowsAsInVersion1(database: TestDatabase): Promise<unknown[]> {
  return tableRows(database, `- '${COMPUTED_SINCE}'::text[]`);
}

/** Returns all current rows of the read tables. */
export async function tableRows(database: TestDatabase, without = ''): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const [table, order] of Object.entries(TABLES)) {
    const rows = await query<{ row: unknown }>(
      database.superUrl,
      `select to_jsonb(stored) ${without} as row from (select * from ${table} order by ${order}) as stored`,
    );
    found.push(...rows.map(({ row }) => ({ table, row })));
  }
  return found;
}
