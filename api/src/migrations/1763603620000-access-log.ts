import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who read which personal data, as a hash chain of its own, and the counters of failed sign-ins that become entries of it
 * once their hour is over.
 */
export class AccessLog1763603620000 implements MigrationInterface {
  name = 'AccessLog1763603620000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LOG);
    await runner.query(COUNTERS);
    await runner.query(GRANTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table access_log, access_log_head, failed_sign_in');
  }
}

// No field holds a line feed: the text that is hashed has one field a line (ledger/access/access-entry.ts).
const LOG = `
  create table access_log (
    position bigint primary key check (position > 0),
    recorded_at timestamptz(3) not null,
    actor text collate "C" not null check (strpos(actor, E'\\n') = 0),
    action text collate "C" not null check (strpos(action, E'\\n') = 0),
    subject uuid,
    count bigint check (count >= 0),
    correlation_id text collate "C" not null check (strpos(correlation_id, E'\\n') = 0),
    details text not null check (strpos(details, E'\\n') = 0),
    hash bytea not null check (octet_length(hash) = 32)
  );
  create index access_log_time on access_log (recorded_at, position);
  create index access_log_actor on access_log (actor, recorded_at, position);
  create index access_log_subject on access_log (subject, recorded_at, position) where subject is not null;
  create index access_log_action on access_log (action, recorded_at, position);
  create trigger access_log_no_change before update or delete on access_log
    for each row execute function ledger_refuse_change();
  create trigger access_log_no_truncate before truncate on access_log
    for each statement execute function ledger_refuse_change();
  create table access_log_head (
    id boolean primary key default true check (id),
    position bigint not null,
    hash bytea not null,
    recorded_at timestamptz(3) not null
  );
  insert into access_log_head (position, hash, recorded_at) values (0, decode(repeat('00', 32), 'hex'), 'epoch');
`;

// "account" is the id of a user, or "unknown" for all addresses that nobody has registered.
const COUNTERS = `
  create table failed_sign_in (
    account text collate "C" not null,
    hour timestamptz(3) not null,
    failures bigint not null,
    primary key (account, hour)
  ) with (fillfactor = 70);
  create index failed_sign_in_hour on failed_sign_in (hour);
`;

const GRANTS = `
  grant select, insert on access_log to moniker_app;
  grant select, update on access_log_head to moniker_app;
  grant select, insert, update, delete on failed_sign_in to moniker_app;
  grant select on access_log, access_log_head to moniker_auditor;
`;
