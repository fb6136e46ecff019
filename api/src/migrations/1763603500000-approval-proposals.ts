import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What admins propose under the approval policy. The log has who proposed and who decided; the table has the command. */
export class ApprovalProposals1763603500000 implements MigrationInterface {
  name = 'ApprovalProposals1763603500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table approval_proposal (
        id uuid primary key,
        action text not null,
        subject_id text not null,
        customer_id uuid not null references app_user (id),
        amount_cents bigint not null,
        payload text,
        digest text not null,
        proposed_by uuid not null references app_user (id),
        idempotency_key text,
        proposed_at timestamptz(3) not null,
        closed_at timestamptz(3),
        unique (proposed_by, idempotency_key)
      );
      create index on approval_proposal (proposed_at, id);
      create index on approval_proposal (proposed_at, id) where closed_at is null;
      create index on approval_proposal (customer_id);
      grant select, insert, update on approval_proposal to moniker_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table approval_proposal');
  }
}
