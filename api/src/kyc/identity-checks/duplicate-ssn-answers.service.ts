import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CommandContext, RowSubmission } from '../../ledger/writer/submission.js';
import { AppError } from '../../http/app-error.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';

const DAY_MS = 24 * 60 * 60 * 1000;

// An index range scan on (stream, version).
const SELECT_NEWEST = `select recorded_at as "recordedAt" from ledger_event
  where stream = $1 and type = 'DuplicateSsnRefused' and recorded_at > $2
  order by version desc limit $3`;

/**
 * Counts how often a user has learned that an SSN belongs to another customer, so nobody can search for SSNs by
 * applying (KYC-28). The count is the number of audit events.
 */
@Injectable()
export class DuplicateSsnAnswers {
  private readonly limit: number;

  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.limit = config.duplicateSsnAnswersPerDay;
  }

  /**
   * Checks that the user has not reached the 24-hour limit. Lock the user's row before calling this, so that parallel
   * applications are counted.
   *
   * @throws TOO_MANY_REQUESTS the limit is reached; the application's SSN does not matter
   */
  async assertAllowed(manager: EntityManager, userId: string): Promise<void> {
    if (this.limit === 0) return;
    const now = this.now().getTime();
    const rows = await manager.query<{ recordedAt: Date }[]>(SELECT_NEWEST, [
      ...[streamOf(userId), new Date(now - DAY_MS), this.limit],
    ]);
    const oldest = rows[this.limit - 1];
    if (oldest === undefined) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((oldest.recordedAt.getTime() + DAY_MS - now) / 1000));
    throw new AppError('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds });
  }
}

/** Builds the audit event for a refused duplicate SSN. It must be the last command of its transaction. */
export function duplicateSsnAudit(userId: string, context: CommandContext): RowSubmission {
  const event = { type: 'DuplicateSsnRefused', payload: { userId } } as const;
  return { command: { type: 'RecordAudit', stream: streamOf(userId), event }, context };
}

function streamOf(userId: string): string {
  return `user:${userId}`;
}
