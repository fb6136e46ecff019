import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The log, its read tables, and what the application and auditor roles may do with them. */
export class Ledger1763600000000 implements MigrationInterface {
  name = 'Ledger1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LOG);
    await runner.query(READ_TABLES);
    await runner.query(APPEND_ONLY);
    await runner.query(GRANTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('the ledger is append-only: its first migration has no way back'));
  }
}

// No field but the payload can hold a line feed: the text that is hashed has one field a line (log/hash-chain.ts).
const LOG = `
  create table ledger_event (
    position bigint primary key check (position > 0),
    stream text collate "C" not null check (strpos(stream, E'\\n') = 0 and strpos(stream, ':') > 1),
    version bigint not null check (version > 0),
    type text collate "C" not null check (strpos(type, E'\\n') = 0),
    payload_version smallint not null,
    recorded_at timestamptz(3) not null,
    actor text collate "C" not null check (strpos(actor, E'\\n') = 0),
    correlation_id text collate "C" not null check (strpos(correlation_id, E'\\n') = 0),
    causation_id text collate "C" not null check (strpos(causation_id, E'\\n') = 0),
    payload text not null,
    hash bytea not null check (octet_length(hash) = 32),
    unique (stream, version)
  );
  create table ledger_head (
    id boolean primary key default true check (id),
    position bigint not null,
    hash bytea not null,
    recorded_at timestamptz(3) not null
  );
  insert into ledger_head (position, hash, recorded_at) values (0, decode(repeat('00', 32), 'hex'), 'epoch');
  create table ledger_idempotency_key (
    actor text collate "C" not null,
    key text collate "C" not null,
    fingerprint text not null,
    transaction_id uuid,
    first_position bigint,
    last_position bigint,
    recorded_at timestamptz(3) not null,
    primary key (actor, key)
  );
`;

const READ_TABLES = `
  create table ledger_projection (
    name text primary key,
    position bigint not null
  );
  insert into ledger_projection (name, position) values ('read-tables', 0);
  create table ledger_account (
    account_id uuid primary key,
    status text not null,
    posted_cents bigint not null,
    held_cents bigint not null check (held_cents >= 0),
    version bigint not null,
    outgoing_day date,
    outgoing_day_cents bigint not null
  ) with (fillfactor = 70);
  create table ledger_entry (
    account_id uuid not null,
    position bigint not null,
    account_version bigint not null,
    transaction_id uuid,
    amount_cents bigint not null,
    hold_cents bigint not null,
    posted_after_cents bigint not null,
    held_after_cents bigint not null,
    primary key (account_id, position)
  );
  create index ledger_entry_position on ledger_entry using brin (position) with (pages_per_range = 16);
  create table ledger_transaction (
    transaction_id uuid primary key,
    account_id uuid not null,
    kind text not null,
    status text not null,
    amount_cents bigint not null,
    fee_cents bigint not null,
    category text,
    bank_day date,
    revision integer not null,
    created_position bigint not null,
    changed_position bigint not null,
    created_at timestamptz(3) not null,
    changed_at timestamptz(3) not null,
    visible_at timestamptz(3),
    shown_at timestamptz(3)
  ) with (fillfactor = 90);
  create index ledger_transaction_account on ledger_transaction (account_id, created_position desc);
  create index ledger_transaction_position on ledger_transaction using brin (created_position)
    with (pages_per_range = 16);
  create table ledger_transaction_text (
    transaction_id uuid primary key,
    salt text not null,
    description text not null,
    recipient_name text,
    recipient_account text,
    recipient_routing text,
    purpose text,
    payment_for text,
    from_account text,
    from_routing text,
    to_account text,
    to_routing text,
    reason text,
    admin_notes text,
    notes_salt text
  );
`;

const APPEND_ONLY = `
  create function ledger_refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'insufficient_privilege';
  end $$;
  create trigger ledger_event_no_change before update or delete on ledger_event
    for each row execute function ledger_refuse_change();
  create trigger ledger_event_no_truncate before truncate on ledger_event
    for each statement execute function ledger_refuse_change();
`;

const GRANTS = `
  grant usage on schema public to moniker_app, moniker_auditor;
  grant select, insert on ledger_event, ledger_entry, ledger_idempotency_key to moniker_app;
  grant select, update on ledger_head, ledger_projection to moniker_app;
  grant select, insert, update on ledger_account, ledger_transaction to moniker_app;
  grant select, insert, update, delete on ledger_transaction_text to moniker_app;
  grant select on ledger_event, ledger_head, ledger_projection, ledger_account, ledger_entry, ledger_transaction
    to moniker_auditor;
`;
