import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { appendAccesses, type Access } from '../../ledger/ledger.module.js';
import { sqlOfManager, type Sql } from '../../platform/database/sql.js';
import { errorCodeOf, startPolling, type Polling } from '../../platform/process/polling.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { HOUR_MS, UNKNOWN_ACCOUNT } from './failed-sign-in-counter.js';

const POLL_MS = 60_000;
/** How long to wait after an hour ends for the last counts from machines whose clocks are behind. */
const GRACE_MS = 2 * 60_000;
/** Maximum number of entries per transaction. */
const MAX_BATCH = 200;

interface Counter {
  readonly account: string;
  readonly hour: Date;
  readonly failures: number;
}

// If several workers run, each takes different counters.
const TAKE = `delete from failed_sign_in as counter using (
    select account, hour from failed_sign_in where hour <= $1 order by hour, account limit $2 for update skip locked
  ) as over where counter.account = over.account and counter.hour = over.hour
  returning counter.account, counter.hour, counter.failures`;

/**
 * Records failed sign-ins in the access log once their hour is over: one entry per account and hour, however many there
 * were (LOG-4). Counters are deleted in the same transaction.
 */
@Injectable()
export class FailedSignInRecorder implements BeforeApplicationShutdown {
  private readonly logger = new Logger('FailedSignIns');
  private polling: Polling | null = null;
  private isStopping = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  start(): void {
    const logFailure = (error: unknown): void =>
      this.logger.error({ problem: 'failed sign-ins cannot be recorded', reason: errorCodeOf(error) });
    this.polling = startPolling(POLL_MS, () => this.recordAll(), logFailure);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.polling?.stop();
  }

  private async recordAll(): Promise<void> {
    let recorded = MAX_BATCH;
    while (recorded === MAX_BATCH && !this.isStopping) {
      recorded = await this.dataSource.transaction((manager) => this.record(sqlOfManager(manager)));
    }
  }

  private async record(sql: Sql): Promise<number> {
    const lastHour = new Date(this.now().getTime() - HOUR_MS - GRACE_MS);
    const counters = await sql.query<Counter>(TAKE, [lastHour, MAX_BATCH]);
    if (counters.length > 0) await appendAccesses(sql, counters.sort(compare).map(accessOf), this.now());
    return counters.length;
  }
}

function compare(one: Counter, other: Counter): number {
  return one.hour.getTime() - other.hour.getTime() || (one.account < other.account ? -1 : 1);
}

function accessOf({ account, hour, failures }: Counter): Access {
  return {
    actor: 'system',
    action: 'failed-sign-ins',
    subject: account === UNKNOWN_ACCOUNT ? null : account,
    count: failures,
    correlationId: randomUUID(),
    details: { hour: hour.toISOString() },
  };
}
