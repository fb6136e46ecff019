import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts whose row contradicts their last entry. The writer refuses commands on them until a rebuild (LED-31). */
export class QuarantinedAccounts1763603000000 implements MigrationInterface {
  name = 'QuarantinedAccounts1763603000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ledger_quarantine (
        account_id uuid primary key,
        found_at timestamptz not null default clock_timestamp(),
        position bigint not null,
        posted_cents bigint not null,
        held_cents bigint not null,
        entry_posted_cents bigint not null,
        entry_held_cents bigint not null
      );
      create type ledger_quarantine_row as (account_id uuid, found_at timestamptz, position bigint,
        posted_cents bigint, held_cents bigint, entry_posted_cents bigint, entry_held_cents bigint);
      grant select, insert on ledger_quarantine to moniker_app;
      grant select on ledger_quarantine to moniker_auditor;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$ begin
        if exists (select from ledger_quarantine) then
          raise exception 'accounts are quarantined: rebuild the read tables first';
        end if;
      end $$;
      drop table ledger_quarantine;
      drop type ledger_quarantine_row;
    `);
  }
}
