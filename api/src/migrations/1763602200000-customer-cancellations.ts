import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a customer canceled their own transfer, which makes its status final (TRF-27). Rows are sent in a new type, because
 * row types are never altered: a version that does not know the column still writes with the earlier type.
 */
export class CustomerCancellations1763602200000 implements MigrationInterface {
  name = 'CustomerCancellations1763602200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ledger_transaction add column customer_canceled_at timestamptz(3);
      create type ledger_transaction_row_2 as (transaction_id uuid, account_id uuid, kind text, status text,
        amount_cents bigint, fee_cents bigint, category text, bank_day date, revision bigint, created_position bigint,
        changed_position bigint, created_at timestamptz, changed_at timestamptz, visible_at timestamptz,
        shown_at timestamptz, customer_canceled_at timestamptz)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop type ledger_transaction_row_2;
      alter table ledger_transaction drop column customer_canceled_at`);
  }
}
