import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What customers changed about their recipients (TRF-81). The recipients themselves come from
 * the transfers and are not copied.
 */
export class Recipients1763604900000 implements MigrationInterface {
  name = 'Recipients1763604900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table recipient (
        user_id uuid not null references app_user (id),
        account text not null,
        routing text not null,
        name text,
        removed_at timestamptz(3),
        primary key (user_id, account, routing)
      );
      grant select, insert, update, delete on recipient to moniker_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table recipient');
  }
}
