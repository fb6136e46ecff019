import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far each user has read their notifications. The notifications themselves are told from the log. */
export class Notifications1763600400000 implements MigrationInterface {
  name = 'Notifications1763600400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table notification_read (
        user_id uuid primary key references app_user (id),
        up_to bigint not null check (up_to >= 0)
      );
      grant select, insert, update, delete on notification_read to moniker_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table notification_read');
  }
}
