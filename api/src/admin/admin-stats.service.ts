import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { resolvePosition } from '../ledger/queries/resolve-position.js';
import { SYSTEM_ACCOUNTS } from '../ledger/domain/accounts.js';
import { moneyFields } from '../http/money-fields.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';
import type { AdminStatsDto, EarlierStatsDto } from './admin-stats.dto.js';

const COMPARISON_PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * The customers' total balance at a position. The entries of every event sum to zero, so it is the negated sum of the
 * four system accounts, which takes four index lookups.
 */
const SELECT_TOTAL_BALANCE = `
  select -coalesce(sum(e.posted_after_cents), 0)::bigint as cents
  from unnest($1::uuid[]) as own (account_id)
    cross join lateral (
      select posted_after_cents from ledger_entry
        where ledger_entry.account_id = own.account_id and position <= $2
        order by position desc limit 1
    ) e`;

// Users who exist now plus users who were deleted later: each count uses its own index.
const SELECT_USER_COUNTS = `
  select
    (select count(*) from app_user where deleted_at is null and created_at <= $1)
      + (select count(*) from app_user where deleted_at > $1 and created_at <= $1) as users,
    (select count(distinct user_id) from account_request
      where status = 'approved' and approved_at <= $1
        and user_id not in (select id from app_user where deleted_at <= $1)) as accounts`;

/** The figures of the admin dashboard (ADM-1). Their cost does not depend on the length of the log. */
@Injectable()
export class AdminStats {
  /** One counter for each point in time, because each advances separately. */
  private readonly countNow: TransactionCounter;
  private readonly countEarlier: TransactionCounter;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    this.countNow = new TransactionCounter(dataSource);
    this.countEarlier = new TransactionCounter(dataSource);
  }

  async read(): Promise<AdminStatsDto> {
    const now = this.now();
    const [present, thirtyDaysAgo] = await Promise.all([
      this.at(now, this.countNow),
      this.at(new Date(now.getTime() - COMPARISON_PERIOD_MS), this.countEarlier),
    ]);
    return { ...present, ...moneyFields({ totalBalance: present.totalBalanceCents }), thirtyDaysAgo };
  }

  private async at(time: Date, count: TransactionCounter): Promise<EarlierStatsDto> {
    const sql = {
      query: <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
        this.dataSource.query<Row[]>(text, [...values]),
    };
    const { position } = await resolvePosition(sql, { kind: 'time', time });
    const [users, total, transactions] = await Promise.all([
      sql.query<{ users: number; accounts: number }>(SELECT_USER_COUNTS, [time]),
      sql.query<{ cents: number }>(SELECT_TOTAL_BALANCE, [Object.values(SYSTEM_ACCOUNTS), position]),
      count.upTo(position),
    ]);
    return {
      totalUsers: users[0]?.users ?? 0,
      activeAccounts: users[0]?.accounts ?? 0,
      totalBalanceCents: total[0]?.cents ?? 0,
      transactions,
    };
  }
}

/**
 * Counts the transactions created up to a log position. Transactions are never removed and their positions never
 * change, so each call counts only those after the position of the previous call.
 */
class TransactionCounter {
  private counted = { position: 0, count: 0 };

  constructor(private readonly dataSource: DataSource) {}

  async upTo(position: number): Promise<number> {
    const { counted } = this;
    const from = position < counted.position ? { position: 0, count: 0 } : counted;
    const [row] = await this.dataSource.query<{ count: number }[]>(
      'select count(*) as count from ledger_transaction where created_position > $1 and created_position <= $2',
      [from.position, position],
    );
    const count = from.count + (row?.count ?? 0);
    this.counted = { position, count };
    return count;
  }
}
