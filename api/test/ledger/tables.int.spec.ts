import { describe, expect, it } from '@jest/globals';
import { LEDGER_ACCOUNT } from '../../src/ledger/tables/ledger-account.js';
import { LEDGER_BATCH_SIGNATURE } from '../../src/ledger/tables/ledger-batch-signature.js';
import { LEDGER_ENTRY } from '../../src/ledger/tables/ledger-entry.js';
import { LEDGER_EVENT_INDEX } from '../../src/ledger/tables/ledger-event-index.js';
import { LEDGER_EVENT } from '../../src/ledger/tables/ledger-event.js';
import { LEDGER_IDEMPOTENCY_KEY } from '../../src/ledger/tables/ledger-idempotency-key.js';
import { LEDGER_QUARANTINE } from '../../src/ledger/tables/ledger-quarantine.js';
import { LEDGER_TRANSACTION_TEXT } from '../../src/ledger/tables/ledger-transaction-text.js';
import { LEDGER_TRANSACTION } from '../../src/ledger/tables/ledger-transaction.js';
import { query } from '../harness/database.js';
import { useDatabase } from '../harness/index.js';

const TABLES = [
  LEDGER_EVENT,
  LEDGER_ACCOUNT,
  LEDGER_TRANSACTION,
  LEDGER_ENTRY,
  LEDGER_TRANSACTION_TEXT,
  LEDGER_IDEMPOTENCY_KEY,
  LEDGER_EVENT_INDEX,
  LEDGER_BATCH_SIGNATURE,
  LEDGER_QUARANTINE,
];

const pgType = (type: string): string => (type === 'timestamptz' ? 'timestamp with time zone' : type);
const SENT_AS_BIGINT = ['smallint', 'integer'];

const database = useDatabase();

interface Attribute extends Record<string, unknown> {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
}

/** Returns the columns of a table or the attributes of a composite type. */
async function attributesOf(relation: string): Promise<Attribute[]> {
  return query<Attribute>(
    database.superUrl,
    `select attname as name, format_type(atttypid, null) as type, not attnotnull as "isNullable"
      from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [relation],
  );
}

describe.each(TABLES.map((table) => [table.name, table] as const))('the declaration of %s', (name, table) => {
  it('has the columns of the table', async () => {
    const declared = table.columns.map((column) => ({
      name: column.name,
      type: pgType(column.type),
      isNullable: column.isNullable,
    }));
    await expect(attributesOf(name)).resolves.toEqual(declared);
  });

  it('has the attributes of the composite type in which rows are sent', async () => {
    const declared = table.columns.map((column) => [
      column.name,
      SENT_AS_BIGINT.includes(column.type) ? 'bigint' : pgType(column.type),
    ]);
    const attributes = await attributesOf(table.rowType);
    expect(attributes.map((attribute) => [attribute.name, attribute.type])).toEqual(declared);
  });

  it('has the primary key of the table', async () => {
    const [index] = await query<{ columns: string[] }>(
      database.superUrl,
      `select array_agg(attname::text order by array_position(indkey::int[], attnum::int)) as columns
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = $1::regclass and indisprimary`,
      [name],
    );
    expect(table.key.map((column) => column.name)).toEqual(index?.columns);
  });
});
