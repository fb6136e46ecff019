import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets auditors compare proposals and earlier verifications with the log (AUD-83, AUD-84). The commands of proposals, which may
 * have personal data, stay unreadable for them.
 */
export class CheckedRecords1763604820000 implements MigrationInterface {
  name = 'CheckedRecords1763604820000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PROPOSALS);
    await runner.query(
      'grant select (id, hash, findings, findings_omitted) on ledger_verification to moniker_auditor',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      revoke select (id, hash, findings, findings_omitted) on ledger_verification from moniker_auditor;
      drop function ledger_proposals();
    `);
  }
}

// Later versions need a function with another name: verify recognizes this one by its source
// (ledger/verify/check-proposals.ts).
const PROPOSALS = `
  create function ledger_proposals() returns table (id uuid, action text, subject_id text, customer_id uuid,
      amount_cents bigint, digest text, proposed_by uuid, is_open boolean)
    language sql stable security definer set search_path = public, pg_temp as $$
    select p.id, p.action, p.subject_id, p.customer_id, p.amount_cents, p.digest, p.proposed_by, p.closed_at is null
    from approval_proposal p
  $$;
  revoke execute on function ledger_proposals() from public;
  grant execute on function ledger_proposals() to moniker_app, moniker_auditor;
`;
