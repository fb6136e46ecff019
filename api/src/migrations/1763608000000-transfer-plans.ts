import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Planned transfers (TRF-120). Events record each plan and what becomes of it, with a salted digest of the texts. The texts, and
 * the salt beside them, are erased with the customer.
 */
export class TransferPlans1763608000000 implements MigrationInterface {
  name = 'TransferPlans1763608000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table transfer_plan (
        id uuid primary key,
        user_id uuid not null references app_user (id),
        status text not null check (status in ('active', 'paused', 'ended')),
        reason text,
        schedule text not null,
        first_day date not null,
        due_day date not null,
        tries smallint not null default 0,
        run_at timestamptz(3) not null,
        claimed_until timestamptz(3),
        amount_cents bigint not null check (amount_cents > 0),
        category text not null,
        salt text not null,
        recipient_name text not null,
        recipient_account text not null,
        recipient_routing text not null,
        purpose text not null,
        created_at timestamptz(3) not null
      );
      create index transfer_plan_due on transfer_plan (run_at) where status = 'active';
      create index transfer_plan_user on transfer_plan (user_id, created_at);
      grant select, insert, update, delete on transfer_plan to moniker_app;
    `);
    await runner.query(DIGESTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function ledger_transfer_plans()');
    await runner.query('drop table transfer_plan');
  }
}

// The format of docs/ledger.md, section 8. verify recognizes this function by its source (ledger/verify/check-transfer-plans.ts),
// so a later version needs another name.
const DIGESTS = `
  create function ledger_transfer_plans()
    returns table (id uuid, user_id uuid, status text, amount_cents bigint, schedule text, first_day text, category text, digest text)
    language sql stable security definer set search_path = public, pg_temp as $$
    select p.id, p.user_id, p.status, p.amount_cents, p.schedule, p.first_day::text, p.category,
      translate(encode(sha256(convert_to(p.salt || E'\\n' || (
          select '[' || string_agg(to_json(value)::text, ',' order by number) || ']'
          from unnest(array[p.recipient_name, p.recipient_account, p.recipient_routing, p.purpose])
            with ordinality as field (value, number)), 'UTF8')), 'base64'), '+/=', '-_')
    from transfer_plan p
  $$;
  revoke execute on function ledger_transfer_plans() from public;
  grant execute on function ledger_transfer_plans() to moniker_app, moniker_auditor;
`;
