import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The ledger decides on transfers of frozen accounts (TRF-41), so its table of accounts has the state of each freeze: that
 * of the last event. `verify` compares the rows of users with the same events (AUD-53).
 */
export class FrozenAccounts1763603610000 implements MigrationInterface {
  name = 'FrozenAccounts1763603610000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FREEZE);
    await runner.query(FROZEN_USERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ledger_frozen_users();
      update ledger_account set status = 'open' where status = 'frozen'`);
  }
}

const FREEZE = `
  update ledger_account set status = 'frozen'
    from app_user u where u.id = account_id and u.frozen_at is not null and ledger_account.status = 'open'
      and (select type from ledger_event where stream = 'user:' || account_id
        and type in ('AccountFrozen', 'AccountUnfrozen') order by version desc limit 1) = 'AccountFrozen'`;

// Auditors may not read `app_user`. Later versions need a function with another name: verify recognizes this one by its
// source (ledger/verify/check-freezes.ts).
const FROZEN_USERS = `
  create function ledger_frozen_users() returns table (user_id uuid, is_frozen boolean, is_sign_in_blocked boolean)
    language sql stable security definer set search_path = public, pg_temp as $$
    select u.id, u.frozen_at is not null, u.is_sign_in_blocked
      from app_user u left join ledger_account a on a.account_id = u.id
      where u.status <> 'deleted' and (u.frozen_at is not null or u.is_sign_in_blocked or a.status = 'frozen')
  $$;
  revoke execute on function ledger_frozen_users() from public;
  grant execute on function ledger_frozen_users() to moniker_app, moniker_auditor`;
