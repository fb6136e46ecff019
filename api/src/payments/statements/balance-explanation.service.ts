import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { isDay } from '../../http/query-fields.js';
import { AccountPostings } from './account-postings.service.js';
import { explainBalance } from './explain-balance.js';
import {
  type BalanceHistoryDto,
  type BalanceHistoryQuery,
  DEFAULT_HISTORY_DAYS,
  type ExplanationDto,
  type ExplanationQuery,
} from './explanation.dto.js';

/** Maximum number of postings to read, newest first; earlier ones are summed as the opening balance. */
const MAX_POSTINGS = 5_000;

/** Explains a customer's balance, now or at a past time (ACC-10, ACC-11), and reports it day by day (ACC-13). */
@Injectable()
export class BalanceExplanationService {
  constructor(
    private readonly postings: AccountPostings,
    private readonly days: BankDays,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async explain(userId: string, { at }: ExplanationQuery): Promise<ExplanationDto> {
    const now = this.now();
    const until = at === undefined ? now : isDay(at) ? this.days.endOf(at) : new Date(at);
    const isPast = until < now;
    // This position is read before the postings. It bounds them, so events recorded later are excluded.
    const last = await this.postings.findPosition(
      isPast ? (await this.postings.balanceAt(userId, until)).position : 'head',
    );
    const postings = await this.postings.within(userId, {
      afterPosition: 0,
      upToPosition: last?.position ?? 0,
      limit: MAX_POSTINGS,
      isPostedOnly: false,
    });
    const computedUpTo = last && { ...last, hash: last.hash.toString('hex') };
    return { ...explainBalance(isPast ? until : now, postings), computedUpTo };
  }

  async history(userId: string, { days }: BalanceHistoryQuery): Promise<BalanceHistoryDto> {
    const dates = this.days.lastDays(days ?? DEFAULT_HISTORY_DAYS);
    const balances = await this.postings.balancesAt(
      userId,
      dates.map((date) => this.days.endOf(date)),
    );
    const points = balances.map(({ postedCents }, index) => ({
      date: dates[index] ?? '',
      totalCents: postedCents,
    }));
    return { timeZone: this.days.timeZone, points };
  }
}
