import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { addDays } from '../../platform/time/bank-day.js';
import { businessDaysBetween } from './business-days.js';
import { MIN_TIMED_TRANSFERS, type UsualTimeDto } from './transfer.dto.js';

const DAYS = 30;
const MAX_TRANSFERS = 1_000;

// The limit applies before the filter by day, so a bank with few new transfers doesn't read all its old ones. A
// completed transfer's newest entry is its completion, because adding notes creates no entry.
const SELECT_COMPLETED = `
  select created_at as "requestedAt", (
      select event.recorded_at from ledger_entry entry join ledger_event event using (position)
        where entry.account_id = latest.account_id and entry.transaction_id = latest.transaction_id
          and entry.position between latest.created_position and latest.changed_position
        order by entry.position desc limit 1) as "completedAt"
    from (
      select * from ledger_transaction where kind = 'transfer' and status = 'completed'
        order by created_position desc limit ${MAX_TRANSFERS}) as latest
    where created_at > $1`;

interface CompletedTransfer {
  readonly requestedAt: Date;
  readonly completedAt: Date;
}

/** How long transfers take (TRF-85). */
@Injectable()
export class UsualTransferTime {
  constructor(
    private readonly reads: PreparedReads,
    private readonly days: BankDays,
  ) {}

  /**
   * Returns the median duration, in business days, of the completed transfers that were requested in the last 30 days.
   * Returns one day if the median is zero, and null if there are too few transfers.
   */
  async ofLast30Days(): Promise<UsualTimeDto> {
    const since = this.days.startOf(addDays(this.days.today(), -DAYS));
    const completed = await this.reads.query<CompletedTransfer>(SELECT_COMPLETED, [since]);
    if (completed.length < MIN_TIMED_TRANSFERS) return { businessDays: null };
    const durations = completed
      .map((one) => businessDaysBetween(this.days.dayOf(one.requestedAt), this.days.dayOf(one.completedAt)))
      .toSorted((a, b) => a - b);
    return { businessDays: Math.max(1, durations[Math.floor((durations.length - 1) / 2)] ?? 1) };
  }
}
