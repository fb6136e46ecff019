import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Registrations apart from users, codes apart for each browser, and the browsers that an account is known to use. The
 * table `otp` stays for processes of the version before, and so do unverified users, which are no longer created.
 */
export class Registrations1763602000000 implements MigrationInterface {
  name = 'Registrations1763602000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REGISTRATIONS);
    await runner.query(CODES);
    await runner.query(MAIL);
    await runner.query(BROWSERS);
    await runner.query(GRANTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table known_browser, code_recipient, emailed_code, registration_browser, registration;
      delete from outbox where user_id is null;
      alter table outbox drop column registration_id, drop column not_before, alter column user_id set not null;
    `);
  }
}

// One email address may have several registrations, one for each browser, until one of them is verified.
const REGISTRATIONS = `
  create table registration (
    id uuid primary key,
    email text collate "C" not null check (email = lower(email)),
    first_name text not null,
    last_name text not null,
    moniker text collate "C" not null check (moniker ~ '^[a-z0-9_]{3,20}$'),
    phone_number text,
    password_hash text not null,
    expires_at timestamptz(3) not null
  );
  create index registration_by_email on registration (email);
  create index registration_by_moniker on registration (moniker);
  create index registration_by_expiry on registration (expires_at);
  create table registration_browser (
    browser_hash bytea not null check (octet_length(browser_hash) = 32),
    email text collate "C" not null,
    registration_id uuid not null references registration (id) on delete cascade,
    primary key (browser_hash, email)
  );
  create index registration_browser_by_registration on registration_browser (registration_id);
`;

// The owner is a user or a registration. A code of the whole owner has an empty browser.
const CODES = `
  create table emailed_code (
    owner_id uuid not null,
    purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-password')),
    browser_hash bytea not null check (octet_length(browser_hash) in (0, 32)),
    code_hash bytea not null check (octet_length(code_hash) = 32),
    expires_at timestamptz(3) not null,
    tries smallint not null,
    created_at timestamptz(3) not null,
    sent_since timestamptz(3) not null,
    sent_count smallint not null,
    primary key (owner_id, purpose, browser_hash)
  );
  create index emailed_code_sent on emailed_code (sent_since);
  create table code_recipient (
    key bytea primary key check (octet_length(key) = 32),
    sent_since timestamptz(3) not null,
    sent_count smallint not null,
    delayed_mail_id uuid,
    delayed_until timestamptz(3)
  );
  create index code_recipient_sent on code_recipient (sent_since);
`;

// A mail goes to a user or to a registration, and not before a time if it has one.
const MAIL = `
  alter table outbox
    alter column user_id drop not null,
    add column registration_id uuid,
    add column not_before timestamptz(3),
    add constraint outbox_recipient check (num_nonnulls(user_id, registration_id) = 1) not valid;
`;

const BROWSERS = `
  create table known_browser (
    user_id uuid not null references app_user (id),
    browser_hash bytea not null check (octet_length(browser_hash) = 32),
    last_seen_at timestamptz(3) not null,
    primary key (user_id, browser_hash)
  );
`;

const GRANTS = `
  grant select, insert, update, delete
    on registration, registration_browser, emailed_code, code_recipient, known_browser to moniker_app;
`;
