import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { IS_PREPARED_BATCH } from '../ledger/ledger.module.js';
import { FAILED_MAIL } from '../support/mail/failed-mail.list.js';
import type { Metrics } from '../platform/metrics/metrics.js';

/** Figures for the whole bank, read in one query. */
interface BankSnapshot {
  readonly head: number;
  readonly followers: Readonly<Record<string, number>>;
  readonly mailWaiting: number;
  readonly mailFailed: number;
  readonly mailOldestSeconds: number;
  readonly checkpointPosition: number;
  readonly checkpointAgeSeconds: number;
  readonly verifiedPosition: number;
  readonly verifiedAgeSeconds: number;
  readonly isSound: number;
  readonly failedSessions: number;
  readonly preparedOldestSeconds: number;
  readonly quarantined: number;
}

/**
 * If two scrapes are less than this time apart, they share one query. This happens if there are several Prometheus
 * servers.
 */
const CACHE_MS = 2_000;
/** Counting stops at this number, because an exact count above it doesn't matter. */
const MAX_COUNTED = 100_000;

// Ages are computed with the database's clock, so that workers on several machines report the same ages. Until the
// first checkpoint or verification, the age of the log's first event is used. If the log is empty, the age is 0.
const SNAPSHOT_SQL = `
  with first as (select recorded_at from ledger_event where position = 1),
    last_checkpoint as (select position, taken_at from ledger_checkpoint order by position desc limit 1),
    last_verification as (
      select position, finished_at, status from ledger_verification
       where status in ('sound', 'unsound') order by requested_at desc limit 1
    )
  select h.position as head,
    (select coalesce(json_object_agg(name, position), '{}') from (
      select name, position from ledger_follower
      union all select 'projection:' || name, position from ledger_projection) as f) as followers,
    (select count(*) from (
      select from outbox where sent_at is null and failed_at is null limit ${MAX_COUNTED}) as m) as "mailWaiting",
    (select count(*) from (select from ${FAILED_MAIL.tables}
       where ${FAILED_MAIL.condition} limit ${MAX_COUNTED}) as m) as "mailFailed",
    (select greatest(coalesce(extract(epoch from clock_timestamp() - min(coalesce(not_before, created_at))), 0), 0)::float8
       from outbox where sent_at is null and failed_at is null) as "mailOldestSeconds",
    coalesce(c.position, 0) as "checkpointPosition",
    greatest(coalesce(extract(epoch from clock_timestamp() - coalesce(c.taken_at, first.recorded_at)), 0), 0)::float8
      as "checkpointAgeSeconds",
    coalesce(v.position, 0) as "verifiedPosition",
    greatest(coalesce(extract(epoch from clock_timestamp() - coalesce(v.finished_at, first.recorded_at)), 0), 0)::float8
      as "verifiedAgeSeconds",
    case when v.status = 'unsound' then 0 else 1 end as "isSound",
    (select greatest(coalesce(extract(epoch from clock_timestamp() - min(prepared)), 0), 0)::float8
       from pg_prepared_xacts where ${IS_PREPARED_BATCH}) as "preparedOldestSeconds",
    (select count(*) from ledger_quarantine) as quarantined,
    (select sessions_fatal from pg_stat_database where datname = current_database()) as "failedSessions"
  from ledger_head h left join first on true left join last_checkpoint c on true left join last_verification v on true`;

const GAUGES = {
  moniker_ledger_head_position: ['Events in the log', ({ head }) => head],
  moniker_mail_waiting: ['Emails not sent yet', ({ mailWaiting }) => mailWaiting],
  moniker_mail_failed: [
    'Emails that failed for good and that no admin has retried',
    ({ mailFailed }) => mailFailed,
  ],
  moniker_mail_oldest_seconds: [
    'Age of the oldest email not sent yet',
    ({ mailOldestSeconds }) => mailOldestSeconds,
  ],
  moniker_ledger_checkpoint_position: [
    'Position of the last signed checkpoint',
    ({ checkpointPosition }) => checkpointPosition,
  ],
  moniker_ledger_checkpoint_age_seconds: [
    'Age of the last signed checkpoint',
    ({ checkpointAgeSeconds }) => checkpointAgeSeconds,
  ],
  moniker_ledger_verified_position: [
    'Position up to which the last completed verification checked the log',
    ({ verifiedPosition }) => verifiedPosition,
  ],
  moniker_ledger_verified_age_seconds: [
    'Age of the last completed verification',
    ({ verifiedAgeSeconds }) => verifiedAgeSeconds,
  ],
  moniker_database_failed_sessions: [
    'Sessions that the server has ended with an error since its statistics were reset, for example because they were idle in a transaction',
    ({ failedSessions }) => failedSessions,
  ],
  moniker_ledger_sound: ['0 if the last verification has findings, 1 if not', ({ isSound }) => isSound],
  moniker_ledger_prepared_oldest_seconds: [
    'Age of the oldest transaction whose outcome the log in KurrentDB has not decided yet',
    ({ preparedOldestSeconds }) => preparedOldestSeconds,
  ],
  moniker_ledger_quarantined_accounts: [
    'Accounts for which the writer refuses commands, because their rows contradict the log',
    ({ quarantined }) => quarantined,
  ],
} satisfies Record<string, readonly [help: string, read: (snapshot: BankSnapshot) => number]>;

const FOLLOWER_GAUGES = {
  moniker_ledger_follower_position: [
    'Position up to which a projection has processed the log',
    (position) => position,
  ],
  moniker_ledger_follower_lag_events: [
    'Events that a projection has not processed yet',
    (position, head) => Math.max(0, head - position),
  ],
} satisfies Record<string, readonly [help: string, read: (position: number, head: number) => number]>;

/**
 * Registers gauges for the whole bank. They are read from its database, so every worker reports the same values. While
 * the database is down, the gauges are absent instead of stale.
 */
export function registerBankGauges({ registry }: Metrics, dataSource: DataSource): void {
  const readCached = cached(() => readSnapshot(dataSource));
  for (const [name, [help, read]] of Object.entries(GAUGES)) {
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const snapshot = await readCached();
        if (snapshot === null) this.remove();
        else this.set(read(snapshot));
      },
    });
  }
  for (const [name, [help, read]] of Object.entries(FOLLOWER_GAUGES)) {
    new Gauge({
      ...{ name, help, labelNames: ['follower'], registers: [registry] },
      async collect() {
        const snapshot = await readCached();
        this.reset();
        for (const [follower, position] of Object.entries(snapshot?.followers ?? {})) {
          this.set({ follower }, read(position, snapshot?.head ?? 0));
        }
      },
    });
  }
}

/** Shares one snapshot among all gauges of a scrape; null while the database is down. */
function cached(read: () => Promise<BankSnapshot>): () => Promise<BankSnapshot | null> {
  let last: { readonly at: number; readonly snapshot: Promise<BankSnapshot | null> } | null = null;
  return () => {
    if (last === null || performance.now() - last.at >= CACHE_MS) {
      last = { at: performance.now(), snapshot: read().catch(() => null) };
    }
    return last.snapshot;
  };
}

async function readSnapshot(dataSource: DataSource): Promise<BankSnapshot> {
  const [snapshot] = await dataSource.query<BankSnapshot[]>(SNAPSHOT_SQL);
  if (snapshot === undefined) throw new Error('the log has no head');
  return snapshot;
}
