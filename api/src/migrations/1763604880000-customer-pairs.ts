import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The customer whom a transfer pays, and the other half of a transfer between customers (TRF-61). Rows are sent in a new type,
 * because row types are never altered: a version that does not know the columns still writes with the earlier type.
 */
export class CustomerPairs1763604880000 implements MigrationInterface {
  name = 'CustomerPairs1763604880000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ledger_transaction add column recipient_id uuid, add column pair_id uuid;
      create type ledger_transaction_row_3 as (transaction_id uuid, account_id uuid, kind text, status text,
        amount_cents bigint, fee_cents bigint, category text, bank_day date, revision bigint, created_position bigint,
        changed_position bigint, created_at timestamptz, changed_at timestamptz, visible_at timestamptz,
        shown_at timestamptz, customer_canceled_at timestamptz, recipient_id uuid, pair_id uuid)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop type ledger_transaction_row_3;
      alter table ledger_transaction drop column recipient_id, drop column pair_id`);
  }
}
