import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What whoever runs the bank needs: a mail names the request that it is due to, so that one id finds both, and the
 * application sees which migrations have run, so that it does not serve on a schema that is too old for it.
 */
export class Operations1763601600000 implements MigrationInterface {
  name = 'Operations1763601600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table outbox add column correlation_id text;
      grant select on schema_migration to moniker_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      revoke select on schema_migration from moniker_app;
      alter table outbox drop column correlation_id;
    `);
  }
}
