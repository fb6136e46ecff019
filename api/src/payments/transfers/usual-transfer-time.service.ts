import { Inject, Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { businessDaysBetween } from './business-days.js';

const DAYS = 30;
/** Below that, a median says little. */
const MIN_TRANSFERS = 20;
const MAX_TRANSFERS = 1_000;

const SELECT_COMPLETED = `
  select created_at as "requestedAt", changed_at as "completedAt"
    from ledger_transaction
    where kind = 'transfer' and status = 'completed' and created_at > $1
    order by created_position desc limit ${MAX_TRANSFERS}`;

interface CompletedTransfer {
  readonly requestedAt: Date;
  /** When it last changed: later than its completion if an admin wrote notes afterwards. */
  readonly completedAt: Date;
}

/** How long transfers take (TRF-85). */
export class UsualTimeDto {
  @ApiProperty({
    ...{ type: 'integer', nullable: true, example: 1 },
    description: `Within how many business days half of the latest transfers were completed; null below ${MIN_TRANSFERS} transfers`,
  })
  businessDays: number | null;
}

@Injectable()
export class UsualTransferTime {
  constructor(
    private readonly reads: PreparedReads,
    private readonly days: BankDays,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Returns the median of the transfers that were requested in the last 30 days and are completed. */
  async ofLast30Days(): Promise<UsualTimeDto> {
    const since = new Date(this.now().getTime() - DAYS * 24 * 60 * 60 * 1000);
    const completed = await this.reads.query<CompletedTransfer>(SELECT_COMPLETED, [since]);
    if (completed.length < MIN_TRANSFERS) return { businessDays: null };
    const durations = completed
      .map((one) => businessDaysBetween(this.days.dayOf(one.requestedAt), this.days.dayOf(one.completedAt)))
      .toSorted((a, b) => a - b);
    return { businessDays: Math.max(1, durations[Math.floor((durations.length - 1) / 2)] ?? 1) };
  }
}
