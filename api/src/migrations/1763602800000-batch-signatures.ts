import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Signatures of the writer over each batch of events. The key is not in the database, so nobody who only has the database
 * can add events that verify as signed. Events from before this migration have none.
 */
export class BatchSignatures1763602800000 implements MigrationInterface {
  name = 'BatchSignatures1763602800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ledger_batch_signature (
        first_position bigint not null check (first_position > 0),
        last_position bigint primary key,
        key_id text collate "C" not null check (key_id ~ '^[0-9a-f]{16}$'),
        signature bytea not null check (octet_length(signature) = 64),
        check (first_position <= last_position)
      );
      create type ledger_batch_signature_row as (first_position bigint, last_position bigint, key_id text,
        signature bytea);
      create trigger ledger_batch_signature_no_change before update or delete on ledger_batch_signature
        for each row execute function ledger_refuse_change();
      create trigger ledger_batch_signature_no_truncate before truncate on ledger_batch_signature
        for each statement execute function ledger_refuse_change();
      grant select, insert on ledger_batch_signature to moniker_app;
      grant select on ledger_batch_signature to moniker_auditor;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ledger_batch_signature; drop type ledger_batch_signature_row');
  }
}
