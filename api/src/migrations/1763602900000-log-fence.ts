import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The position that writers to PostgreSQL's own log may not pass, because a log outside PostgreSQL continues it. The
 * projection of that log moves it. Null while the log is in PostgreSQL. The constraint stops programs of every version.
 */
export class LogFence1763602900000 implements MigrationInterface {
  name = 'LogFence1763602900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ledger_head add column fence bigint;
      alter table ledger_head add constraint ledger_head_fence check (position <= fence);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$ begin
        if exists (select from ledger_head where fence is not null) then
          raise exception 'the log is outside PostgreSQL: move it back first';
        end if;
      end $$;
      alter table ledger_head drop column fence;
    `);
  }
}
