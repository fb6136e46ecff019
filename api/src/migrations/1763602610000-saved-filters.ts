import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The filters that admins saved for their lists (ADM-36). They may name customers, so they are kept here and not in browsers. */
export class SavedFilters1763602610000 implements MigrationInterface {
  name = 'SavedFilters1763602610000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table saved_filter (
        id uuid primary key,
        user_id uuid not null references app_user (id),
        list text not null,
        name text not null,
        filters jsonb not null,
        unique (user_id, list, name)
      );
      grant select, insert, update, delete on saved_filter to moniker_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table saved_filter');
  }
}
