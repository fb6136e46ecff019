import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds the last event that changes the status of an account, so that the writer can compare it (LED-31). These few are in
 * the streams of the user and of the account, whose names end with the same id.
 */
export class AccountStatusEvents1763604000000 implements MigrationInterface {
  name = 'AccountStatusEvents1763604000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ledger_event_account_status on ledger_event ((right(stream, 36) collate "C"), position)
        where type in ('AccountFrozen', 'AccountUnfrozen', 'AccountClosed')
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ledger_event_account_status');
  }
}
