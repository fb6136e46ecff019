import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests for money between customers, and whom they do not want requests from (TRF-110 to TRF-116). */
export class MoneyRequests1763607100000 implements MigrationInterface {
  name = 'MoneyRequests1763607100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table money_request (
        id uuid primary key,
        asker_id uuid not null references app_user (id),
        payer_id uuid references app_user (id),
        amount_cents bigint not null,
        note text not null,
        status text not null check (status in ('open', 'declined', 'canceled')),
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      );
      create index money_request_by_asker on money_request (asker_id, created_at);
      create index money_request_by_payer on money_request (payer_id, created_at);
      create table money_request_block (
        user_id uuid not null references app_user (id),
        asker_id uuid not null references app_user (id),
        primary key (user_id, asker_id)
      );
      grant select, insert, update, delete on money_request, money_request_block to moniker_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table money_request_block, money_request');
  }
}
