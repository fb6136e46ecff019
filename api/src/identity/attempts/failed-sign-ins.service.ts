import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError, type ErrorCode } from '../../http/app-error.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { startOfHour, UNKNOWN_ACCOUNT } from './failed-sign-in-counter.js';

/** Counts in PostgreSQL, so that a crash loses nothing. One row for each account and hour. */
const COUNT = `insert into failed_sign_in as counter (account, hour, failures) values ($1, $2, 1)
  on conflict (account, hour) do update set failures = counter.failures + 1`;

/** Counts failed sign-ins by account and hour. The worker enters the counts in the access log (LOG-4). */
@Injectable()
export class FailedSignIns {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Counts a wrong password or code. `userId` is null for an address that nobody has registered. */
  async count(userId: string | null): Promise<void> {
    await this.dataSource.query(COUNT, [userId ?? UNKNOWN_ACCOUNT, startOfHour(this.now())]);
  }

  /** Runs the check of a second factor, and counts it if it fails with `code`. */
  async countFailureOf<Result>(
    userId: string,
    code: ErrorCode,
    check: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await check();
    } catch (error) {
      if (error instanceof AppError && error.code === code) await this.count(userId);
      throw error;
    }
  }
}
