import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Commands that committed with table rows and are not in the log yet, because the log is outside PostgreSQL. The
 * transaction that projects their events deletes them. With the log in PostgreSQL, the table stays empty.
 */
export class PendingCommands1763602300000 implements MigrationInterface {
  name = 'PendingCommands1763602300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ledger_pending_command (
        id uuid primary key,
        ordinal bigint not null generated always as identity unique,
        commands text not null check (jsonb_typeof(commands::jsonb) = 'array'),
        recorded_at timestamptz(3) not null default clock_timestamp()
      );
      create type ledger_pending_command_row as (id uuid, ordinal bigint, commands text, recorded_at timestamptz);
      grant select, insert, delete on ledger_pending_command to moniker_app;
      grant select on ledger_pending_command to moniker_auditor;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$ begin
        if exists (select from ledger_pending_command) then
          raise exception 'commands are pending: let the writer append them first';
        end if;
      end $$;
      drop table ledger_pending_command;
      drop type ledger_pending_command_row;
    `);
  }
}
