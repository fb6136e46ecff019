import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A document is a set of page pictures and the original that the customer sent (FILE-20). A document without digests of
 * pages is from before: its file is in the store as it was, unsealed. `sealed_with` is the id of the key of its files, for
 * the rotation of keys.
 */
export class DocumentPages1763604860000 implements MigrationInterface {
  name = 'DocumentPages1763604860000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table stored_object
        add column original_type text,
        add column original_sha256 bytea check (octet_length(original_sha256) = 32),
        add column page_sha256 bytea[] not null default '{}',
        add column sealed_with bytea check (octet_length(sealed_with) = 8);
      create index stored_object_sealed_with on stored_object (sealed_with) where sealed_with is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table stored_object drop column original_type, drop column original_sha256, drop column page_sha256,
        drop column sealed_with;
    `);
  }
}
