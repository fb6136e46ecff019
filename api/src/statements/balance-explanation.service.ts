import { Inject, Injectable } from '@nestjs/common';
import { formatUsd } from '../ledger/domain/money.js';
import { CLOCK, type Clock } from '../platform/tokens.js';
import { BankDays } from '../platform/time/bank-days.service.js';
import { isDay } from '../platform/http/query-fields.js';
import { AccountPostings } from './account-postings.service.js';
import { explainBalance } from './explain-balance.js';
import {
  type BalanceHistoryDto,
  type BalanceHistoryQuery,
  DEFAULT_HISTORY_DAYS,
  type ExplanationDto,
  type ExplanationQuery,
} from './explanation.dto.js';

/** So many of the newest lines are told one by one; what lies before them is one opening sum. */
const MAX_LINES = 5_000;

/** Where a customer's balance comes from, now or at a past moment, and how it went day by day. */
@Injectable()
export class BalanceExplanationService {
  constructor(
    private readonly postings: AccountPostings,
    private readonly days: BankDays,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async explain(userId: string, { at }: ExplanationQuery): Promise<ExplanationDto> {
    const now = this.now();
    const asked = at === undefined ? now : isDay(at) ? this.days.endOf(at) : new Date(at);
    const isPast = asked < now;
    // The place comes first and bounds the lines: what is recorded meanwhile is in neither.
    const place = await this.postings.findPosition(
      isPast ? (await this.postings.balanceAt(userId, asked)).position : 'head',
    );
    const lines = await this.postings.within(userId, {
      afterPosition: 0,
      upToPosition: place?.position ?? 0,
      limit: MAX_LINES,
      isPostedOnly: false,
    });
    const computedUpTo = place && {
      position: place.position,
      hash: place.hash.toString('hex'),
      recordedAt: place.recordedAt.toISOString(),
    };
    return { ...explainBalance(isPast ? asked : now, lines), computedUpTo };
  }

  async history(userId: string, { days }: BalanceHistoryQuery): Promise<BalanceHistoryDto> {
    const dates = this.days.lastDays(days ?? DEFAULT_HISTORY_DAYS);
    const balances = await this.postings.balancesAt(
      userId,
      dates.map((date) => this.days.endOf(date)),
    );
    const points = balances.map(({ postedCents }, index) => ({
      date: dates[index] ?? '',
      total: formatUsd(postedCents),
      totalCents: postedCents,
    }));
    return { timeZone: this.days.timeZone, points };
  }
}
