import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What proves the log to those who keep a copy of little: a Merkle tree over it, and signed checkpoints. */
export class Proofs1763601200000 implements MigrationInterface {
  name = 'Proofs1763601200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Roots of whole subtrees of 256^level events; everything else of the tree is computed from these and the log.
      create table ledger_merkle_subtree (
        level smallint not null check (level > 0),
        place bigint not null check (place >= 0),
        hash bytea not null check (octet_length(hash) = 32),
        primary key (level, place)
      );
      create table ledger_checkpoint (
        position bigint primary key check (position > 0),
        key_id text not null,
        note text not null,
        taken_at timestamptz(3) not null,
        taken_by text not null
      );
      grant select, insert on ledger_merkle_subtree, ledger_checkpoint to moniker_app;
      grant select on ledger_merkle_subtree, ledger_checkpoint to moniker_auditor;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ledger_checkpoint, ledger_merkle_subtree');
  }
}
