import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LedgerBalances } from '../../ledger/queries/ledger-balances.service.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import type { AdminStatsDto, EarlierStatsDto } from './admin-stats.dto.js';

const COMPARISON_PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

// The users at a past time are those who still exist and those who were deleted later. Each count uses its own index.
const SELECT_USER_COUNTS = `
  select
    (select count(*) from app_user where deleted_at is null and created_at <= $1)
      + (select count(*) from app_user where deleted_at > $1 and created_at <= $1) as users,
    (select count(distinct user_id) from account_request
      where status = 'approved' and approved_at <= $1
        and user_id not in (select id from app_user where deleted_at <= $1)) as accounts`;

/** The admin dashboard's figures (ADM-1). Only the first read's cost depends on the length of the log. */
@Injectable()
export class AdminStats {
  /** One counter per point in time, because each advances separately. */
  private readonly countNow: TransactionCounter;
  private readonly countEarlier: TransactionCounter;

  constructor(
    private readonly dataSource: DataSource,
    private readonly balances: LedgerBalances,
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
    return { ...present, thirtyDaysAgo };
  }

  private async at(time: Date, count: TransactionCounter): Promise<EarlierStatsDto> {
    const { position, cents: totalBalanceCents } = await this.balances.customersTotalAt(time);
    const [users, transactions] = await Promise.all([
      this.dataSource.query<{ users: number; accounts: number }[]>(SELECT_USER_COUNTS, [time]),
      count.upTo(position),
    ]);
    return {
      totalUsers: users[0]?.users ?? 0,
      activeAccounts: users[0]?.accounts ?? 0,
      totalBalanceCents,
      transactions,
    };
  }
}

/**
 * Counts the transactions created up to a log position. Transactions are never removed and their positions never
 * change, so each call counts only those after the previous call's position.
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
