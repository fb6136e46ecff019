import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Second factors of users (AUTH-50): passkeys, authenticator apps and recovery codes, sign-ins that wait for one of them,
 * and when a session was last confirmed with a factor or with the password.
 */
export class SecondFactors1763603400000 implements MigrationInterface {
  name = 'SecondFactors1763603400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table passkey (
        id uuid primary key,
        user_id uuid not null references app_user (id),
        credential_id text not null unique,
        public_key bytea not null,
        counter bigint not null,
        transports text[] not null,
        name text not null,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3)
      );
      create index passkey_by_user on passkey (user_id);

      create table authenticator_app (
        id uuid primary key,
        user_id uuid not null unique references app_user (id),
        secret_ciphertext bytea not null,
        last_step bigint not null,
        created_at timestamptz(3) not null,
        confirmed_at timestamptz(3),
        last_used_at timestamptz(3)
      );

      create table recovery_code (
        user_id uuid not null references app_user (id),
        code_hash text not null,
        salt bytea not null,
        primary key (user_id, code_hash)
      );

      create table factor_challenge (
        owner_id uuid not null,
        purpose text not null,
        challenge text not null,
        expires_at timestamptz(3) not null,
        primary key (owner_id, purpose)
      );

      create table pending_sign_in (
        id uuid primary key,
        token_hash bytea not null unique,
        user_id uuid not null references app_user (id),
        expires_at timestamptz(3) not null
      );
      create index pending_sign_in_by_user on pending_sign_in (user_id);

      alter table session
        add column factor_at timestamptz(3),
        add column password_at timestamptz(3);

      grant select, insert, update, delete
        on passkey, authenticator_app, recovery_code, factor_challenge, pending_sign_in to moniker_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table session drop column factor_at, drop column password_at;
      drop table pending_sign_in, factor_challenge, recovery_code, authenticator_app, passkey`);
  }
}
