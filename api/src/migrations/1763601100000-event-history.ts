import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the event history is searched by, and verifications of the chain. */
export class EventHistory1763601100000 implements MigrationInterface {
  name = 'EventHistory1763601100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EVENT_INDEX);
    await runner.query(VERIFICATIONS);
    await runner.query(GRANTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ledger_verification, ledger_event_index');
    await runner.query(`delete from ledger_follower where name = 'event-index'`);
  }
}

// Filled behind the log by the worker, so that moving money pays for none of these indexes. It may be emptied at any
// time together with its follower's position, and is then filled again. A correlation has few events, so its index need
// not keep them in order, and the hash of a random text is cheaper to keep than the text. Actor and role have the type
// before the position, because two common ones (what customers ask for, what admins decide) may never meet; one of them
// alone is either common, and then soon found from the newest event backwards, or rare enough to be sorted.
const EVENT_INDEX = `
  insert into ledger_follower (name, position) values ('event-index', 0);
  create table ledger_event_index (
    position bigint primary key,
    type text collate "C" not null,
    actor text collate "C" not null,
    actor_role text collate "C" not null check (actor_role in ('customer', 'admin', 'system')),
    customer_id uuid,
    account_id uuid,
    transaction_id uuid,
    correlation_id text collate "C" not null
  );
  create index ledger_event_index_type on ledger_event_index (type, position);
  create index ledger_event_index_actor on ledger_event_index (actor, type, position);
  create index ledger_event_index_role on ledger_event_index (actor_role, type, position);
  create index ledger_event_index_customer on ledger_event_index (customer_id, position);
  create index ledger_event_index_transaction on ledger_event_index (transaction_id, position)
    where transaction_id is not null;
  create index ledger_event_index_correlation on ledger_event_index using hash (correlation_id);
`;

// The times are the database's: several workers and the API compare them.
const VERIFICATIONS = `
  create table ledger_verification (
    id uuid primary key,
    requested_by text not null check (requested_by = 'schedule' or requested_by like 'user:%'),
    requested_at timestamptz(3) not null default now(),
    status text not null check (status in ('waiting', 'running', 'sound', 'unsound', 'failed')),
    started_at timestamptz(3),
    heartbeat_at timestamptz(3),
    finished_at timestamptz(3),
    position bigint not null default 0,
    total bigint not null default 0,
    hash bytea,
    counts jsonb,
    findings jsonb not null default '[]',
    findings_omitted bigint not null default 0,
    failure text,
    check ((status in ('waiting', 'running')) = (finished_at is null))
  );
  create unique index ledger_verification_one_open on ledger_verification ((true))
    where status in ('waiting', 'running');
  create index ledger_verification_requested on ledger_verification (requested_at desc);
`;

const GRANTS = `
  grant select, insert, delete on ledger_event_index to moniker_app;
  grant select, insert, update, delete on ledger_verification to moniker_app;
`;
