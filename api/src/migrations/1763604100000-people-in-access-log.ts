import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the lists of the access log that showed somebody (LOG-8). Entries from before name nobody in lists. */
export class PeopleInAccessLog1763604100000 implements MigrationInterface {
  name = 'PeopleInAccessLog1763604100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index access_log_people on access_log using gin ((details::jsonb -> 'people') jsonb_path_ops)
        where subject is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index access_log_people');
  }
}
