import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables that only grow. Their rows are found by key, so the planner needs to know little of them. */
const GROWING = [
  'ledger_event',
  'ledger_entry',
  'ledger_transaction_text',
  'ledger_idempotency_key',
] as const;
/** Of one row, or one an account, that nearly every transfer changes. */
const CHANGING = ['ledger_head', 'ledger_projection', 'ledger_account'] as const;

/**
 * PostgreSQL looks after its tables while transfers go on, and in a ledger of five million events the writer felt it
 * (docs/adr/0005-benchmark-contenders.md). ANALYZE read 30,000 pages of a table from the disk for a minute, in one
 * snapshot, so that no old version of a balance could be cleared away meanwhile: now it reads 3,000. VACUUM waited for
 * the writer to let go of tables whose end it wanted to cut off, only to have them grow again: now it leaves them their
 * size.
 */
export class QuietMaintenance1763601800000 implements MigrationInterface {
  name = 'QuietMaintenance1763601800000';

  async up(runner: QueryRunner): Promise<void> {
    await setStatistics(runner, '10');
    for (const table of CHANGING) await runner.query(`alter table ${table} set (vacuum_truncate = off)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await setStatistics(runner, 'default');
    for (const table of CHANGING) await runner.query(`alter table ${table} reset (vacuum_truncate)`);
  }
}

/** The size of the sample follows the column that wants the most, so all columns are set. */
async function setStatistics(runner: QueryRunner, target: '10' | 'default'): Promise<void> {
  for (const table of GROWING) {
    await runner.query(`
      do $$
      declare
        name text;
      begin
        for name in select attname from pg_attribute
          where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped
        loop
          execute format('alter table ${table} alter column %I set statistics ${target}', name);
        end loop;
      end $$`);
  }
}
