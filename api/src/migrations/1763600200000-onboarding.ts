import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identity verification and requests for a checking account. */
export class Onboarding1763600200000 implements MigrationInterface {
  name = 'Onboarding1763600200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table kyc_application (
        id uuid primary key,
        user_id uuid not null references app_user (id),
        status text not null check (status in ('pending', 'approved', 'rejected')),
        account_type text not null check (account_type in ('personal', 'business')),
        first_name text not null,
        last_name text not null,
        company_name text,
        street text not null,
        city text not null,
        state text not null,
        zip_code text not null,
        ssn_ciphertext bytea not null,
        admin_notes text,
        submitted_at timestamptz(3) not null,
        reviewed_at timestamptz(3),
        created_at timestamptz(3) not null
      );
      create index kyc_application_user on kyc_application (user_id, created_at desc);
      -- One person, one account: whoever first applied with an SSN holds its keyed digest.
      create table identity_claim (
        ssn_index bytea primary key,
        user_id uuid not null references app_user (id)
      );
      create table account_request (
        id uuid primary key,
        user_id uuid not null references app_user (id),
        account_type text not null check (account_type in ('personal', 'business')),
        status text not null check (status in ('pending', 'in_review', 'approved', 'rejected')),
        status_message text,
        admin_notes text,
        account_number text unique check (account_number ~ '^[1-9][0-9]{8}$'),
        routing_number text check (routing_number ~ '^[0-9]{9}$'),
        approved_at timestamptz(3),
        created_at timestamptz(3) not null
      );
      create index account_request_user on account_request (user_id, created_at desc);
      grant select, insert, update, delete on kyc_application, identity_claim, account_request to moniker_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table account_request, identity_claim, kyc_application');
  }
}
