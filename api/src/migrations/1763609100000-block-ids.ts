import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A block's own id, by which its customer lifts it: the id of the asker is nobody else's business (TRF-118). */
export class BlockIds1763609100000 implements MigrationInterface {
  name = 'BlockIds1763609100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table money_request_block add column id uuid not null default gen_random_uuid()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table money_request_block drop column id');
  }
}
