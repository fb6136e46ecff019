import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Account numbers and roles of admins become events, so that `verify` finds rows that no event decided (AUD-50). The log
 * holds salted digests of numbers and reasons; auditors see digests of what they may not read.
 *
 * Existing admins become owners. SQL cannot append to the hash chain, so their events and those of existing numbers are
 * written when the API starts (LED-61): what `is_recorded` and `number_salt` leave open.
 */
export class DecidedRows1763603300000 implements MigrationInterface {
  name = 'DecidedRows1763603300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ROLES);
    await runner.query('alter table account_request add column number_salt text');
    await runner.query(DECIDED_ROWS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ledger_decided_rows();
      alter table account_request drop column number_salt;
      drop table admin_role_change;
      alter table app_user drop column admin_role;
    `);
  }
}

const ROLES = `
  alter table app_user add column admin_role text
    check (admin_role in ('owner', 'reviewer', 'payments', 'support', 'auditor'));
  update app_user set admin_role = 'owner' where is_admin;
  create table admin_role_change (
    id uuid primary key,
    user_id uuid not null references app_user (id),
    kind text not null check (kind in ('granted', 'revoked', 'disabled', 'enabled')),
    role text not null,
    actor_id uuid references app_user (id),
    reason text,
    salt text,
    changed_at timestamptz(3) not null,
    is_recorded boolean not null,
    check (num_nulls(reason, salt) in (0, 2))
  );
  create index admin_role_change_user on admin_role_change (user_id, changed_at);
  create index admin_role_change_unrecorded on admin_role_change (id) where not is_recorded;
  insert into admin_role_change (id, user_id, kind, role, reason, salt, changed_at, is_recorded)
    select gen_random_uuid(), id, 'granted', admin_role, 'Admin since before roles were recorded', gen_random_uuid(),
      clock_timestamp(), false
    from app_user where is_admin;
  grant select, insert, update on admin_role_change to moniker_app;
`;

// The format of docs/ledger.md, section 8. Later versions of it need a function with another name: verify recognizes this
// one by its source (ledger/verify/check-decisions.ts). The rows of deleted users that were erased are left out.
const DECIDED_ROWS = `
  create function ledger_decided_rows() returns table (kind text, id uuid, user_id uuid, value text)
    language sql stable security definer set search_path = public, pg_temp as $$
    select 'identity check', k.id, k.user_id, k.status from kyc_application k
    union all
    select 'account request', r.id, r.user_id, r.status from account_request r
    union all
    select 'account number', r.id, r.user_id, coalesce(
        translate(encode(sha256(convert_to(r.number_salt || E'\\n' || '[' || to_json(r.account_number)::text || ',' ||
          to_json(r.routing_number)::text || ']', 'UTF8')), 'base64'), '+/=', '-_'), 'unrecorded')
      from account_request r where num_nonnulls(r.account_number, r.number_salt) > 0
    union all
    select 'user', u.id, u.id, u.status from app_user u
    union all
    select 'role', u.id, u.id, case
        when exists (select from admin_role_change c where c.user_id = u.id and not c.is_recorded) then 'unrecorded'
        when u.is_admin then coalesce(u.admin_role, 'admin without a role')
        else u.admin_role || ' without access' end
      from app_user u where u.is_admin or u.admin_role is not null
    union all
    select 'reason', c.id, c.user_id, case when c.is_recorded then
        translate(encode(sha256(convert_to(c.salt || E'\\n' || '[' || to_json(c.reason)::text || ']', 'UTF8')),
          'base64'), '+/=', '-_') else 'unrecorded' end
      from admin_role_change c join app_user u on u.id = c.user_id where u.status <> 'deleted'
  $$;
  revoke execute on function ledger_decided_rows() from public;
  grant execute on function ledger_decided_rows() to moniker_app, moniker_auditor;
`;
