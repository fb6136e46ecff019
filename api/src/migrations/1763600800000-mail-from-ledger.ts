import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far followers of the log have come. Mail begins where the log ends now: what happened before is not mailed. */
export class MailFromLedger1763600800000 implements MigrationInterface {
  name = 'MailFromLedger1763600800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ledger_follower (
        name text primary key,
        position bigint not null check (position >= 0)
      );
      insert into ledger_follower (name, position) select 'mail-from-ledger', position from ledger_head;
      grant select, update on ledger_follower to moniker_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ledger_follower');
  }
}
