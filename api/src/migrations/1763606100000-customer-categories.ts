import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The categories that customers choose instead of those of the log (TRF-87): of one transaction, or of a recipient. */
export class CustomerCategories1763606100000 implements MigrationInterface {
  name = 'CustomerCategories1763606100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table transaction_category (
        transaction_id uuid primary key,
        user_id uuid not null references app_user (id),
        category text not null,
        changed_at timestamptz not null
      );
      create index transaction_category_latest on transaction_category (user_id, changed_at);
      grant select, insert, update, delete on transaction_category to moniker_app;
      alter table recipient add column category text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table recipient drop column category;
      drop table transaction_category`);
  }
}
