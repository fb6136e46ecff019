import { Injectable } from '@nestjs/common';
import { addDays, firstOfMonth, firstOfPreviousMonth } from '../../platform/time/bank-day.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { UsersService } from '../../identity/users/users.service.js';
import { TransactionQueries } from '../transactions/transaction-queries.service.js';
import type { AccountActivityDto, MonthSumsDto } from './account-activity.dto.js';
import { AccountPostings } from './account-postings.service.js';

const MAX_ENTRIES = 50;

/**
 * An account's newest postings, a summary of its settled transactions, and the sums for this month and last month
 * (ANA-3, ANA-7, ANA-8).
 */
@Injectable()
export class AccountActivity {
  constructor(
    private readonly postings: AccountPostings,
    private readonly transactions: TransactionQueries,
    private readonly days: BankDays,
    private readonly users: UsersService,
  ) {}

  async of(userId: string): Promise<AccountActivityDto> {
    const today = this.days.today();
    const [thisMonth, lastMonth] = [firstOfMonth(today), firstOfPreviousMonth(today)];
    const sameDay = sameDayOf(lastMonth, today);
    const ends = [addDays(lastMonth, -1), sameDay, addDays(thisMonth, -1), today];
    // All balances are read in one query. The last position bounds the entries and sums below, so none of them
    // includes later events.
    const [user, balances] = await Promise.all([
      this.users.getById(userId),
      this.postings.balancesAt(
        userId,
        ends.map((day) => this.days.endOf(day)),
      ),
    ]);
    const [beforeLast, sameDayLast, endOfLast, now] = balances;
    if (!beforeLast || !sameDayLast || !endOfLast || !now)
      throw new Error('the balance search returned too few rows');
    const sums = async (to: string, after: number, upTo: number): Promise<MonthSumsDto> => {
      const month = to.slice(0, 'YYYY-MM'.length);
      return { month, to, ...(await this.postings.sumsWithin(userId, after, upTo)) };
    };
    const openedOn = this.days.dayOf(user.createdAt);
    const [settled, entries, current, last, lastToDate] = await Promise.all([
      this.transactions.summarizeSettled(userId),
      this.postings.within(userId, {
        ...{ afterPosition: 0, upToPosition: now.position },
        ...{ limit: MAX_ENTRIES, isPostedOnly: true },
      }),
      sums(today, endOfLast.position, now.position),
      openedOn < thisMonth ? sums(addDays(thisMonth, -1), beforeLast.position, endOfLast.position) : null,
      openedOn <= sameDay ? sums(sameDay, beforeLast.position, sameDayLast.position) : null,
    ]);
    return {
      totalCents: now.postedCents,
      openedAt: user.createdAt,
      transactions: { ...settled, total: settled.credits + settled.debits },
      entries: entries.toReversed(),
      thisMonth: current,
      lastMonth: last,
      lastMonthToDate: lastToDate,
    };
  }
}

/** Returns the day one month before `today`. If last month has no such day, returns the last day of that month. */
function sameDayOf(firstOfLastMonth: string, today: string): string {
  const day = addDays(firstOfLastMonth, Number(today.slice(-2)) - 1);
  const last = addDays(firstOfMonth(today), -1);
  return day < last ? day : last;
}
