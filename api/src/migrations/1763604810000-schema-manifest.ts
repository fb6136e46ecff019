import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets `verify` see which migrations the database has, to judge objects that this release does not know (AUD-82). */
export class SchemaManifest1763604810000 implements MigrationInterface {
  name = 'SchemaManifest1763604810000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('grant select on schema_migration to moniker_auditor');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('revoke select on schema_migration from moniker_auditor');
  }
}
