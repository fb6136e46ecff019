import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * With a log outside PostgreSQL, a decision and its rows are one prepared transaction (docs/adr/0016), which may not notify
 * others: `ledger_announce` does it after the commit. The tables of the former mode must be empty, and programs of the former
 * version can no longer write to them. They can be dropped in a later release.
 */
export class PreparedTransactions1763605000000 implements MigrationInterface {
  name = 'PreparedTransactions1763605000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      lock table ledger_pending_command, ledger_staged_text in exclusive mode;
      delete from ledger_staged_text where position <= (select position from ledger_head);
      do $$ begin
        if exists (select from ledger_pending_command) or exists (select from ledger_staged_text) then
          raise exception 'decisions or texts wait for the log in KurrentDB: start the former version, and migrate once '
            'moniker_ledger_pending_oldest_seconds is 0 and it is stopped';
        end if;
      end $$;
      revoke insert on ledger_pending_command, ledger_staged_text from moniker_app;
      create or replace function announce_outbox() returns trigger language plpgsql as $$
      begin
        if coalesce(current_setting('moniker.is_prepared', true), '') <> 'on' then
          notify moniker_outbox;
        end if;
        return null;
      end $$;
      create function ledger_announce() returns void language plpgsql as $$
      begin
        notify moniker_outbox;
      end $$;
      revoke execute on function ledger_announce() from public;
      grant execute on function ledger_announce() to moniker_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ledger_announce();
      create or replace function announce_outbox() returns trigger language plpgsql as $$
      begin
        notify moniker_outbox;
        return null;
      end $$;
      grant insert on ledger_pending_command, ledger_staged_text to moniker_app`);
  }
}
