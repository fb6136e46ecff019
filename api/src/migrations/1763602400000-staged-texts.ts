import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Texts whose events are being appended to a log outside PostgreSQL: committed before the append, and moved into place
 * by the transaction that projects the event. With the log in PostgreSQL, the table stays empty.
 */
export class StagedTexts1763602400000 implements MigrationInterface {
  name = 'StagedTexts1763602400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ledger_staged_text (
        position bigint not null,
        hash bytea not null check (length(hash) = 32),
        texts text not null check (jsonb_typeof(texts::jsonb) = 'object'),
        primary key (position, hash)
      );
      create type ledger_staged_text_row as (position bigint, hash bytea, texts text);
      grant select, insert, delete on ledger_staged_text to moniker_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$ begin
        if exists (select from ledger_staged_text) then
          raise exception 'texts are staged: let the writer project their events first';
        end if;
      end $$;
      drop table ledger_staged_text;
      drop type ledger_staged_text_row;
    `);
  }
}
