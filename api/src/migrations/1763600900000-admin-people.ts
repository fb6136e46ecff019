import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the admins' lists of people need: search, order, revisions of decisions, mail figures, dashboard texts. */
export class AdminPeople1763600900000 implements MigrationInterface {
  name = 'AdminPeople1763600900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SEARCH);
    await runner.query(ORDER);
    await runner.query(FIGURES);
    await runner.query(REVISIONS);
    await runner.query(MAIL);
    await runner.query(DASHBOARD_CONTENT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table dashboard_content;
      drop index outbox_sent, app_user_deleted, account_request_approved, kyc_application_by_status, account_request_by_status, kyc_application_created, account_request_created, app_user_by_created,
        app_user_by_email, app_user_by_name, app_user_search, kyc_application_search, account_request_search;
      alter table outbox drop column tries;
      alter table kyc_application drop column revision;
      alter table account_request drop column revision, drop column decided_by, drop column decided_at;
      drop function search_text(text[]);
    `);
  }
}

// The columns have different collations, and none of them matters for finding a part of a text.
const SEARCH = `
  create extension if not exists pg_trgm;
  create function search_text(variadic parts text[]) returns text language sql immutable parallel safe
    return lower(array_to_string(parts, ' ') collate "default");
  create index app_user_search on app_user using gin (search_text(first_name, last_name, email collate "default",
    moniker collate "default", phone_number, regexp_replace(phone_number, '[^0-9]', '', 'g')) gin_trgm_ops);
  create index kyc_application_search on kyc_application
    using gin (search_text(first_name, last_name, company_name) gin_trgm_ops);
  create index account_request_search on account_request using gin (account_number gin_trgm_ops);
`;

// Each order ends with the id, so that pages can be told apart by their last row.
const ORDER = `
  create index app_user_by_created on app_user (created_at, id) where deleted_at is null;
  create index app_user_by_email on app_user (email, id) where deleted_at is null;
  create index app_user_by_name on app_user (lower(first_name || ' ' || last_name), id) where deleted_at is null;
  create index kyc_application_created on kyc_application (created_at, id);
  create index account_request_created on account_request (created_at, id);
  create index kyc_application_by_status on kyc_application (status, created_at, id) include (user_id);
  create index account_request_by_status on account_request (status, created_at, id) include (user_id);
`;

// The figures of the panel are counted from indexes alone.
const FIGURES = `
  create index app_user_deleted on app_user (deleted_at, created_at) where deleted_at is not null;
  create index account_request_approved on account_request (user_id, approved_at) where status = 'approved';
`;

// A decision names the revision that it was taken on, so that nobody decides on what they have not seen.
const REVISIONS = `
  alter table kyc_application add column revision integer not null default 1 check (revision > 0);
  alter table account_request add column revision integer not null default 1 check (revision > 0),
    add column decided_by uuid references app_user (id), add column decided_at timestamptz(3);
`;

const MAIL = `
  alter table outbox add column tries integer not null default 0 check (tries >= 0);
  create index outbox_sent on outbox (sent_at) where sent_at is not null;
`;

// Only what differs from the defaults is kept.
const DASHBOARD_CONTENT = `
  create table dashboard_content (
    user_id uuid primary key references app_user (id),
    texts jsonb not null,
    changed_at timestamptz(3) not null
  );
  grant select, insert, update, delete on dashboard_content to moniker_app;
`;
