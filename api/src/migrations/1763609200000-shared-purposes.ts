import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plans made before recipients saw purposes keep theirs private (TRF-162). */
export class SharedPurposes1763609200000 implements MigrationInterface {
  name = 'SharedPurposes1763609200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transfer_plan add column shares_purpose boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transfer_plan drop column shares_purpose');
  }
}
