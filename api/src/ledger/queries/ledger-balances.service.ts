import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { readInSnapshot } from '../../platform/database/snapshot.js';
import { sqlOfSource } from '../../platform/database/sql.js';
import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';
import { readEventsAt } from '../log/read-events.js';
import type { LogPosition } from '../log/event-log.port.js';
import { LEDGER_QUARANTINE, type QuarantinedAccount } from '../tables/ledger-quarantine.js';
import { balanceEntries, type BalanceEntry } from './balance-entries.js';
import { balancesAt, type AccountBalance } from './balances.js';
import { toLoggedEvent, type LoggedEvent } from './logged-event.js';
import { NoSuchPositionError, resolvePosition, type PointInTime } from '../log/resolve-position.js';

export type { BalanceEntry, PointInTime, QuarantinedAccount };

/** An account's balances: total = posted, pending = held, available = posted − held (ACC-1). */
export interface Balance {
  readonly postedCents: number;
  readonly heldCents: number;
  /** Increases with every event of the account and its transactions. */
  readonly version: number;
  /** The bank day of the latest transfer. */
  readonly outgoingDay: string | null;
  /** The sum of that day's transfers that count toward the daily limit (TRF-8). */
  readonly outgoingDayCents: number;
}

/** An account's balance at a point in time, with the newest entries that led to it. */
export interface PastBalance {
  readonly at: LogPosition;
  /** Null if the account wasn't open yet. */
  readonly balance: AccountBalance | null;
  /** Newest first. */
  readonly entries: readonly BalanceEntry[];
  readonly hasOlder: boolean;
  /** The entries' events. */
  readonly events: readonly LoggedEvent[];
}

const selectQuarantined = LEDGER_QUARANTINE.select('order by found_at, account_id limit $1');

const NOT_OPENED: Balance = {
  postedCents: 0,
  heldCents: 0,
  version: 0,
  outgoingDay: null,
  outgoingDayCents: 0,
};

const SELECT_BALANCE = `select posted_cents as "postedCents", held_cents as "heldCents", version,
    outgoing_day::text as "outgoingDay", outgoing_day_cents as "outgoingDayCents"
  from ledger_account where account_id = $1`;

// Every event's entries sum to zero, so the customers' total is the negated sum of the four system accounts, which
// takes four index lookups.
const SELECT_CUSTOMERS_TOTAL = `
  select -coalesce(sum(e.posted_after_cents), 0)::bigint as cents
  from unnest($1::uuid[]) as own (account_id)
    cross join lateral (
      select posted_after_cents from ledger_entry
        where ledger_entry.account_id = own.account_id and position <= $2
        order by position desc limit 1
    ) e`;

/** Reads account balances, as of the last committed event or at a point in time. */
@Injectable()
export class LedgerBalances {
  constructor(
    private readonly reads: PreparedReads,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Returns at most `limit` quarantined accounts, in the order in which they were quarantined. The writer refuses
   * commands for them (LED-31).
   */
  quarantined(limit: number): Promise<QuarantinedAccount[]> {
    return selectQuarantined(sqlOfSource(this.dataSource), [limit]);
  }

  /** Returns an account's current balance; all zero if it hasn't been opened. */
  async balanceOf(accountId: string): Promise<Balance> {
    const [balance] = await this.reads.query<Balance>(SELECT_BALANCE, [accountId]);
    return balance ?? NOT_OPENED;
  }

  /**
   * Returns an account's balance at a point in time, with at most `limit` of the account's newest entries up to then
   * (HIST-4). Returns null if the log has no such position.
   */
  async balanceAt(
    accountId: string,
    pointInTime: PointInTime | undefined,
    limit: number,
  ): Promise<PastBalance | null> {
    return readInSnapshot(this.dataSource, async (sql) => {
      const at = await resolvePosition(sql, pointInTime);
      const [balance = null] = await balancesAt(sql, at.position, accountId);
      const found = await balanceEntries(sql, accountId, at.position, limit + 1);
      const entries = found.slice(0, limit);
      const positions = entries.map(({ position }) => position);
      const events = (await readEventsAt(sql, positions)).map(toLoggedEvent);
      return { at, balance, entries, hasOlder: found.length > limit, events };
    }).catch((error: unknown) => {
      if (error instanceof NoSuchPositionError) return null;
      throw error;
    });
  }

  /**
   * Returns the position of the last event at or before a given time, and all customers' total balance at that
   * position.
   */
  async customersTotalAt(time: Date): Promise<{ readonly position: number; readonly cents: number }> {
    const sql = sqlOfSource(this.dataSource);
    const { position } = await resolvePosition(sql, { kind: 'time', time });
    const own = Object.values(SYSTEM_ACCOUNTS);
    const [total] = await sql.query<{ cents: number }>(SELECT_CUSTOMERS_TOTAL, [own, position]);
    return { position, cents: total?.cents ?? 0 };
  }
}
