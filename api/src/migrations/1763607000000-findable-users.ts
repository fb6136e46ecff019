import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether other customers find a user by their moniker (SET-13). */
export class FindableUsers1763607000000 implements MigrationInterface {
  name = 'FindableUsers1763607000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table app_user add column is_findable boolean not null default true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table app_user drop column is_findable');
  }
}
