import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customers whom an admin has frozen: they cannot send money and, if an admin wants so, not sign in (ADM-60). */
export class FrozenUsers1763603410000 implements MigrationInterface {
  name = 'FrozenUsers1763603410000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table app_user
        add column frozen_at timestamptz(3),
        add column is_sign_in_blocked boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table app_user drop column frozen_at, drop column is_sign_in_blocked');
  }
}
