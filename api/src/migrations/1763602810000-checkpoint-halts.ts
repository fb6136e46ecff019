import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the worker stopped to sign checkpoints, because the log contradicted an earlier one, and who let it continue. For
 * the admin panel: what counts are the files beside the checkpoints.
 */
export class CheckpointHalts1763602810000 implements MigrationInterface {
  name = 'CheckpointHalts1763602810000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ledger_checkpoint_halt (
        stopped_at timestamptz(3) primary key,
        position bigint not null check (position > 0),
        problem text not null,
        resumed_at timestamptz(3),
        resumed_by text,
        reason text,
        note text,
        check (num_nulls(resumed_at, resumed_by, reason, note) in (0, 4))
      );
      grant select, insert, update on ledger_checkpoint_halt to moniker_app;
      grant select on ledger_checkpoint_halt to moniker_auditor;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ledger_checkpoint_halt');
  }
}
