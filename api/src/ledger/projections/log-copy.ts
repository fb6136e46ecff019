import type { Sql } from '../../platform/database/sql.js';
import type { EventLog } from '../log/event-log.port.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import type { RemoteAuditLog } from '../log/remote-audit-log.js';
import type { RemoteEvent } from '../log/remote-log.port.js';
import { LEDGER_BATCH_SIGNATURE } from '../tables/ledger-batch-signature.js';
import { LEDGER_EVENT } from '../tables/ledger-event.js';
import { LEDGER_IDEMPOTENCY_KEY } from '../tables/ledger-idempotency-key.js';
import { addChangedKeys, applyDifferences, collectDifferences, type RepairedTable } from './shadow-tables.js';
import { usedKeysOf } from '../log/used-keys.js';

/** Numbers of repaired rows. */
export interface RepairedCopy {
  readonly events: number;
  readonly keys: number;
}

/**
 * If the log is in another engine, PostgreSQL has a copy of the log. This class repairs the copy: the events, and the
 * batch signatures and idempotency keys that the events carry (AUD-33). Idempotency keys of commands without events
 * exist only in PostgreSQL and stay unchanged.
 */
export class LogCopy {
  /** Names of the tables that need a shadow table. */
  readonly tables = [LEDGER_EVENT.name, LEDGER_BATCH_SIGNATURE.name, LEDGER_IDEMPOTENCY_KEY.name];
  private events: readonly RemoteEvent[] = [];

  constructor(private readonly remote: RemoteAuditLog) {}

  /** The log up to the tables' head. Each read keeps its events, so that `write` can store them. */
  get log(): EventLog {
    return {
      ...postgresEventLog,
      read: async (sql, afterPosition, limit) => {
        const { position } = await postgresEventLog.head(sql);
        const after = Math.max(0, afterPosition);
        const count = Math.min(limit, position - after);
        this.events = count > 0 ? await this.remote.readWithKeys(after, count) : [];
        return [...this.events];
      },
    };
  }

  /** Sets the head's hash and time to those of the event at the head's position. */
  async repairHead(sql: Sql): Promise<void> {
    const { position } = await postgresEventLog.head(sql);
    const event = await this.remote.eventAt(position);
    if (event === null) return;
    const values = [position, event.hash, event.recordedAt];
    await sql.query('update ledger_head set hash = $2, recorded_at = $3 where position = $1', values);
  }

  /** Writes the most recently read events, their signatures and their idempotency keys to the shadow tables. */
  async write(sql: Sql): Promise<void> {
    const events = this.events;
    if (events.length > 0) await sql.query(LEDGER_EVENT.insert, LEDGER_EVENT.values(events));
    const signatures = events.flatMap(({ signature }) => signature ?? []);
    if (signatures.length > 0)
      await sql.query(LEDGER_BATCH_SIGNATURE.insert, LEDGER_BATCH_SIGNATURE.values(signatures));
    const keys = usedKeysOf(events);
    if (keys.length > 0) await sql.query(LEDGER_IDEMPOTENCY_KEY.insert, LEDGER_IDEMPOTENCY_KEY.values(keys));
  }

  /** Compares the live events and signatures with the shadow tables. `sql` must read from one snapshot. */
  async collect(sql: Sql): Promise<void> {
    await collectDifferences(sql, LEDGER_EVENT);
    await collectDifferences(sql, LEDGER_BATCH_SIGNATURE);
  }

  /**
   * Repairs the live tables. The caller must hold the head's lock. Also compares the events at positions above
   * `comparedTo`, because they were not in the shadow tables when `collect` ran.
   */
  async apply(sql: Sql, comparedTo: number): Promise<RepairedCopy> {
    const rows = await sql.query<{ position: number }>(
      'select position from ledger_event where position > $1',
      [comparedTo],
    );
    const written = rows.map(({ position }) => position);
    // A signature has the position of its batch's last event.
    for (const table of [LEDGER_EVENT, LEDGER_BATCH_SIGNATURE]) await addChangedKeys(sql, table, [written]);
    const events = await repairAppendOnly(sql, LEDGER_EVENT);
    await repairAppendOnly(sql, LEDGER_BATCH_SIGNATURE);
    const [restored] = await sql.query<{ count: number }>(RESTORE_KEYS);
    return { events, keys: restored?.count ?? 0 };
  }
}

/**
 * Repairs an append-only table. The trigger that refuses changes is off during the repair, because here the table is
 * a copy. Returns the number of repaired rows.
 */
async function repairAppendOnly(sql: Sql, table: RepairedTable): Promise<number> {
  const name = `public.${table.name}`;
  await sql.query(`alter table ${name} disable trigger ${table.name}_no_change`);
  const repaired = await applyDifferences(sql, table);
  await sql.query(`alter table ${name} enable trigger ${table.name}_no_change`);
  return repaired;
}

// A key that was recorded before the log was copied out of PostgreSQL has a different form than its shadow row, but the
// same actor and first event. Its shadow row is skipped: otherwise the key would be recorded twice.
const RESTORE_KEYS = `with restored as (
    insert into public.ledger_idempotency_key as kept select * from ledger_idempotency_key shadow
    where not exists (select from public.ledger_idempotency_key live
      where live.actor = shadow.actor and live.first_position = shadow.first_position and live.key <> shadow.key)
    on conflict (key, actor) do update set fingerprint = excluded.fingerprint,
      transaction_id = excluded.transaction_id, first_position = excluded.first_position,
      last_position = excluded.last_position, recorded_at = excluded.recorded_at
    where row(kept.*) is distinct from row(excluded.*)
    returning 1)
  select count(*) as count from restored`;
