import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users, what signs them in, and the mail on its way to them. */
export class UsersAuthMail1763600100000 implements MigrationInterface {
  name = 'UsersAuthMail1763600100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(USERS);
    await runner.query(AUTH);
    await runner.query(MAIL);
    await runner.query(GRANTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table outbox, attempt, otp, session, app_user');
    await runner.query('drop function announce_outbox()');
  }
}

// A deleted user keeps the row, since events and applications point to it; what identifies a person is replaced.
const USERS = `
  create table app_user (
    id uuid primary key,
    email text collate "C" not null unique check (email = lower(email)),
    first_name text not null,
    last_name text not null,
    moniker text collate "C" not null unique check (moniker ~ '^[a-z0-9_]{3,20}$' or deleted_at is not null),
    phone_number text,
    password_hash text not null,
    is_admin boolean not null default false,
    is_email_verified boolean not null default false,
    status text not null default 'active' check (status in ('active', 'deleted')),
    created_at timestamptz(3) not null,
    deleted_at timestamptz(3),
    check ((status = 'deleted') = (deleted_at is not null))
  );
  create index app_user_created on app_user (created_at desc);
`;

// Nothing here can be used by whoever reads it: tokens and codes are kept as digests, attempts under a keyed name.
const AUTH = `
  create table session (
    id uuid primary key,
    token_hash bytea not null unique check (octet_length(token_hash) = 32),
    user_id uuid not null references app_user (id),
    created_at timestamptz(3) not null,
    last_seen_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    user_agent text not null
  );
  create index session_by_user on session (user_id);
  create index session_by_expiry on session (expires_at);
  create table otp (
    user_id uuid not null references app_user (id),
    purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-password')),
    code_hash bytea not null check (octet_length(code_hash) = 32),
    expires_at timestamptz(3) not null,
    tries smallint not null,
    created_at timestamptz(3) not null,
    sent_since timestamptz(3) not null,
    sent_count smallint not null,
    primary key (user_id, purpose)
  );
  create table attempt (
    key bytea primary key check (octet_length(key) = 32),
    failures integer not null,
    blocked_until timestamptz(3) not null,
    last_at timestamptz(3) not null
  );
  create index attempt_last on attempt (last_at);
`;

const MAIL = `
  create table outbox (
    id uuid primary key,
    template text not null,
    user_id uuid not null references app_user (id),
    params jsonb not null,
    secret_ciphertext bytea,
    created_at timestamptz(3) not null,
    enqueued_at timestamptz(3),
    sent_at timestamptz(3),
    failed_at timestamptz(3),
    failure text
  );
  create index outbox_open on outbox (created_at) where sent_at is null and failed_at is null;
  create index outbox_failed on outbox (failed_at) where failed_at is not null;
  create function announce_outbox() returns trigger language plpgsql as $$
  begin
    notify moniker_outbox;
    return null;
  end $$;
  create trigger outbox_announced after insert on outbox
    for each statement execute function announce_outbox();
`;

const GRANTS = `
  grant select, insert, update on app_user, outbox to moniker_app;
  grant select, insert, update, delete on session, otp, attempt to moniker_app;
`;
