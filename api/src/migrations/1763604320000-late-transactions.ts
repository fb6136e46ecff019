import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for the few payments that arrived after an admin had created them, in the order of their arrival (TXN-2). */
export class LateTransactions1763604320000 implements MigrationInterface {
  name = 'LateTransactions1763604320000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ledger_transaction_late on ledger_transaction (account_id, visible_at desc, created_position desc)
        where visible_at <> created_at`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ledger_transaction_late');
  }
}
