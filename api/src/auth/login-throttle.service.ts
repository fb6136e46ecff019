import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../platform/config/config.js';
import { AppError } from '../http/app-error.js';
import { CONFIG } from '../platform/config/config.token.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';
import { BackoffCache } from './backoff-cache.js';

/** Attempts allowed before each further one must wait, twice as long each time (AUTH-23). */
interface AttemptLimit {
  readonly allowed: number;
  readonly maxWaitSeconds: number;
}

/**
 * Limits apply to an account tried from one address, and to an address. They never apply to an account alone, because
 * anybody could then lock its owner out (AUTH-24).
 */
const LIMITS = {
  /** Passwords for one account from one address. */
  password: { allowed: 5, maxWaitSeconds: 900 },
  /** Wrong passwords from one address for any account. Waits are short, because many people may share an address. */
  'passwords-from': { allowed: 100, maxWaitSeconds: 30 },
  /** Wrong codes from one address for any account. */
  'codes-from': { allowed: 100, maxWaitSeconds: 30 },
  /** Requests from one address that send mail. */
  'mail-from': { allowed: 100, maxWaitSeconds: 30 },
  /** Test mails sent by one admin. */
  'test-mail': { allowed: 5, maxWaitSeconds: 60 },
} as const satisfies Record<string, AttemptLimit>;

/** A count is dropped after this time without an attempt. */
const WINDOW_MS = 60 * 60 * 1000;

/** Sign-ins are counted in windows of this length (AUTH-27). */
const SIGN_IN_WINDOW_MS = 60 * 1000;

/** A counter: the limit, and the subject that it applies to. */
export interface AttemptKey {
  /** `sign-ins` are those of one account from one address, within a minute. */
  readonly limit: keyof typeof LIMITS | 'sign-ins';
  readonly subject: string;
}

/**
 * Throttles failed attempts. Counts are in PostgreSQL, so that all API processes share them and an outage refuses
 * everybody instead of admitting everybody (AUTH-25). Each attempt is counted before it is made, so parallel attempts
 * cannot exceed the limit. `BackoffCache` refuses known waits without a query.
 */
@Injectable()
export class LoginThrottle {
  constructor(
    private readonly dataSource: DataSource,
    private readonly backoff: BackoffCache,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * Counts an attempt for each key.
   *
   * @throws AppError TOO_MANY_REQUESTS if one of them must still wait
   */
  async record(...keys: readonly AttemptKey[]): Promise<void> {
    for (const key of keys) await this.recordOne(key);
  }

  /** Reverts one count for each key after a successful attempt. */
  async undo(...keys: readonly AttemptKey[]): Promise<void> {
    for (const key of keys) {
      const hash = this.hashOf(key);
      await this.dataSource.query(
        `update attempt set failures = greatest(0, failures - 1), blocked_until = 'epoch' where key = $1`,
        [hash],
      );
      await this.backoff.delete(hash);
    }
  }

  /** Clears the count after a successful sign-in. Also deletes expired counts. */
  async reset(key: AttemptKey): Promise<void> {
    const hash = this.hashOf(key);
    await this.dataSource.query('delete from attempt where key = $1 or last_at <= $2', [
      hash,
      this.windowStart(),
    ]);
    await this.backoff.delete(hash);
  }

  private async recordOne(key: AttemptKey): Promise<void> {
    const hash = this.hashOf(key);
    const known = await this.backoff.blockedUntil(hash);
    if (known !== null && known > this.now()) throw this.tooManyRequests(known);
    const isCounted =
      key.limit === 'sign-ins' ? await this.countSignIn(hash) : await this.count(hash, LIMITS[key.limit]);
    if (!isCounted) await this.refuse(hash, key.limit);
  }

  private async count(hash: Buffer, { allowed, maxWaitSeconds }: AttemptLimit): Promise<boolean> {
    const counted = await this.dataSource.query<unknown[]>(
      `insert into attempt as a (key, failures, blocked_until, last_at) values ($1, 1, 'epoch', $2)
       on conflict (key) do update
         set failures = case when a.last_at <= $3 then 1 else a.failures + 1 end,
             blocked_until = case when a.last_at <= $3 or a.failures + 1 < $4 then 'epoch'
               else $2::timestamptz + make_interval(secs => least($5, power(2, least(a.failures + 1 - $4, 30)))) end,
             last_at = $2
         where a.blocked_until <= $2
       returning failures`,
      [hash, this.now(), this.windowStart(), allowed, maxWaitSeconds],
    );
    return counted.length > 0;
  }

  /** Counts a sign-in unless the current window is full. `last_at` is the start of the window. */
  private async countSignIn(hash: Buffer): Promise<boolean> {
    const now = this.now();
    const counted = await this.dataSource.query<unknown[]>(
      `insert into attempt as a (key, failures, blocked_until, last_at) values ($1, 1, 'epoch', $2)
       on conflict (key) do update
         set failures = case when a.last_at <= $3 then 1 else a.failures + 1 end,
             last_at = case when a.last_at <= $3 then $2 else a.last_at end
         where a.last_at <= $3 or a.failures < $4
       returning failures`,
      [hash, now, new Date(now.getTime() - SIGN_IN_WINDOW_MS), this.config.signInsPerMinute],
    );
    return counted.length > 0;
  }

  private async refuse(hash: Buffer, limit: AttemptKey['limit']): Promise<never> {
    const [row] = await this.dataSource.query<{ blocked_until: Date; last_at: Date }[]>(
      'select blocked_until, last_at from attempt where key = $1',
      [hash],
    );
    const end = row === undefined ? this.now() : endOfWait(row, limit);
    await this.backoff.set(hash, end);
    throw this.tooManyRequests(end);
  }

  private tooManyRequests(end: Date): AppError {
    const waitMs = end.getTime() - this.now().getTime();
    return new AppError('TOO_MANY_REQUESTS', undefined, {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  }

  private windowStart(): Date {
    return new Date(this.now().getTime() - WINDOW_MS);
  }

  /** Email and network addresses are stored only as keyed hashes. */
  private hashOf({ limit, subject }: AttemptKey): Buffer {
    return createHmac('sha256', this.config.secrets.otp).update(`attempt:${limit}:${subject}`).digest();
  }
}

function endOfWait(row: { blocked_until: Date; last_at: Date }, limit: AttemptKey['limit']): Date {
  return limit === 'sign-ins' ? new Date(row.last_at.getTime() + SIGN_IN_WINDOW_MS) : row.blocked_until;
}
