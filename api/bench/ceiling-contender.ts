import { LEDGER_ACCOUNT } from '../src/ledger/tables/ledger-account.js';
import type { Connection } from './connection.js';

/*
 * The ceiling: how fast PostgreSQL itself inserts the rows that the ledger wrote in one measurement window. The rows
 * are first copied to staging tables, then inserted into tables with the same columns and indexes as the ledger's.
 * Nothing is decided or hashed, and no row passes through a client: there is one statement per table, and one commit.
 */

/** For each table, the condition for rows that were written after a log position. */
const ROW_FILTERS: Record<string, string> = {
  ledger_event: 'position > $1 order by position',
  ledger_entry: 'position > $1 order by position',
  ledger_transaction: 'created_position > $1 order by created_position',
  ledger_transaction_text:
    'transaction_id in (select transaction_id from ledger_transaction where created_position > $1)',
  ledger_idempotency_key: 'first_position > $1 order by first_position',
};

const INSERTED_TABLES = Object.keys(ROW_FILTERS);

const CHANGES = LEDGER_ACCOUNT.columns
  .filter(({ isMutable }) => isMutable)
  .map(({ name }) => `${name} = staged.${name}`);

const UPDATE_ACCOUNTS = `
  update ceiling.ledger_account as account set ${CHANGES.join(', ')}
  from staging.ledger_account as staged where staged.account_id = account.account_id`;

/** Creates copies of the ledger's tables, empty except for the accounts. */
export async function createCeilingTables(connection: Connection): Promise<void> {
  await connection.run('create schema ceiling; create schema staging');
  for (const table of [...INSERTED_TABLES, 'ledger_account']) {
    await connection.run(`create table ceiling.${table} (like ${table} including all)`);
    const { options } = await connection.row<{ options: string | null }>(
      `select array_to_string(reloptions, ', ') as options from pg_class where oid = $1::regclass`,
      [table],
    );
    if (options !== null) await connection.run(`alter table ceiling.${table} set (${options})`);
  }
  await connection.run('insert into ceiling.ledger_account select * from ledger_account');
}

/** Copies the rows that the ledger wrote after a position, and the accounts that changed, to staging tables. */
export async function stageRows(connection: Connection, position: number): Promise<void> {
  for (const table of INSERTED_TABLES) {
    const condition = (ROW_FILTERS[table] ?? '').replace('$1', String(position));
    await connection.run(
      `create unlogged table staging.${table} as select * from ${table} where ${condition}`,
    );
  }
  await connection.run(`create unlogged table staging.ledger_account as select * from ledger_account
    where account_id in (select account_id from staging.ledger_entry)`);
}

/** Inserts the staged rows and updates the accounts. Returns the duration. */
export async function insertStagedRows(connection: Connection): Promise<{ seconds: number }> {
  const started = performance.now();
  await connection.run('begin');
  for (const table of INSERTED_TABLES) {
    await connection.run(`insert into ceiling.${table} select * from staging.${table}`);
  }
  await connection.run(UPDATE_ACCOUNTS);
  await connection.run('commit');
  return { seconds: (performance.now() - started) / 1_000 };
}

/** Drops the staging tables. */
export async function dropStagedRows(connection: Connection): Promise<void> {
  const tables = [...INSERTED_TABLES, 'ledger_account'].map((table) => `staging.${table}`);
  await connection.run(`drop table ${tables.join(', ')}`);
}
