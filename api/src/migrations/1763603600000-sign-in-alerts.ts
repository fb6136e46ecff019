import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Links in mails about sign-ins from new browsers, by which their user can lock the account (AUTH-60, AUTH-61). Existing
 * users have signed in before, so their next new browser is not their first one.
 */
export class SignInAlerts1763603600000 implements MigrationInterface {
  name = 'SignInAlerts1763603600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sign_in_alert (
        token_hash bytea primary key,
        user_id uuid not null references app_user (id),
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      );
      create index sign_in_alert_user on sign_in_alert (user_id, created_at);
      create index sign_in_alert_expires on sign_in_alert (expires_at);
      grant select, insert, delete on sign_in_alert to moniker_app;
      alter table app_user add column has_signed_in boolean not null default true`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sign_in_alert; alter table app_user drop column has_signed_in');
  }
}
