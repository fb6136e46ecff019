import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An index for the open transactions of an account, which come first in its history (TXN-2). The others are found by the
 * account's entries. `ledger_transaction_late` serves the previous version and can be dropped in a later release.
 */
export class OpenTransactions1763604850000 implements MigrationInterface {
  name = 'OpenTransactions1763604850000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ledger_transaction_open on ledger_transaction (account_id)
        where visible_at is not null and status in ('pending', 'processing', 'initiated', 'in_review')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ledger_transaction_open');
  }
}
