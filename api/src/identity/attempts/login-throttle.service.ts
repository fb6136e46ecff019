import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import type { Limits } from '../../platform/config/limits.js';
import { AppError } from '../../http/app-error.js';
import type { UserQuota } from '../../http/limit-per-user.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { BackoffCache } from './backoff-cache.js';

/**
 * After the allowed attempts, each further attempt must wait twice as long as the attempt before it, up to the maximum
 * (AUTH-23). Each value is a number or the name of a setting.
 */
interface Backoff {
  readonly allowed: number | keyof Limits;
  readonly maxWaitSeconds: number | keyof Limits;
}

/** A limit within a time window. `allowed` is a number or the name of a setting; 0 turns the limit off. */
interface Quota {
  readonly allowed: number | keyof Limits;
  readonly windowMs: number;
  /** The message for a refused user, instead of the default. */
  readonly message?: string;
}

/**
 * Attempts on one account have a strict limit per network address, and a generous one across all addresses, so that
 * strangers can't lock the owner out (AUTH-24). Browsers that the owner has used have their own limit instead of the
 * generous one (AUTH-31, AUTH-72).
 */
const BACKOFFS = {
  /** Wrong passwords for one account from one address. */
  password: { allowed: 5, maxWaitSeconds: 900 },
  /** Wrong passwords from one address for any account. Waits are short, because many people may share an address. */
  'passwords-from': { allowed: 100, maxWaitSeconds: 30 },
  /** Wrong passwords for one account from all addresses, except from known browsers. */
  'passwords-of': { allowed: 'accountPasswordTries', maxWaitSeconds: 'accountWaitSeconds' },
  /** Wrong emailed codes for one account from all addresses, except from known browsers. */
  'codes-of': { allowed: 'accountCodeTries', maxWaitSeconds: 'accountWaitSeconds' },
  /** Wrong codes, passkeys and links from one address for any account. */
  'codes-from': { allowed: 100, maxWaitSeconds: 30 },
  /** Wrong second factors for one account from one address. */
  'factor-codes': { allowed: 5, maxWaitSeconds: 900 },
  /**
   * Wrong second factors for one account from all addresses, except from known browsers. Only people who know the
   * password get this far.
   */
  'factor-codes-of': { allowed: 20, maxWaitSeconds: 900 },
  /** Requests from one address that send mail. */
  'mail-from': { allowed: 100, maxWaitSeconds: 30 },
  /** Test emails sent by one admin. */
  'test-mail': { allowed: 5, maxWaitSeconds: 60 },
} as const satisfies Record<string, Backoff>;

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

const DAY_MS = 24 * HOUR_MS;

const QUOTAS = {
  /**
   * Wrong codes, passkeys and links in one session or pending sign-in, which ends at this limit (AUTH-70). The window
   * is longer than either can last.
   */
  'session-codes': { allowed: 5, windowMs: DAY_MS },
  /** Wrong passwords in one session, which ends at this limit (AUTH-71). */
  'session-passwords': { allowed: 10, windowMs: DAY_MS },
  /** Wrong attempts of any kind from one known browser, which is forgotten at this limit (AUTH-72). */
  browser: { allowed: 10, windowMs: HOUR_MS },
  /** Attempts at one emailed code from all browsers that share it (AUTH-73). */
  code: { allowed: 5, windowMs: HOUR_MS },
  /**
   * Emails that tell one user that wrong attempts of one kind have ended a session or caused a browser to be forgotten
   * (AUTH-75).
   */
  'ended-mail': { allowed: 1, windowMs: HOUR_MS },
  /** Emails that tell one user that wrong attempts of one kind have reached the account's limit (AUTH-75). */
  'limit-mail': { allowed: 1, windowMs: DAY_MS },
  /** Sign-ins to one account from one address (AUTH-27). */
  'sign-ins': { allowed: 'signInsPerMinute', windowMs: MINUTE_MS },
  /** Attempts at a reset code for one account, from browsers that did not request it (AUTH-28). */
  'codes-elsewhere': { allowed: 'codeTriesElsewhere', windowMs: HOUR_MS },
  // The quotas below apply per user (SEC-18).
  transfers: { allowed: 'transfersPerMinute', windowMs: MINUTE_MS },
  /** One customer's moniker lookups (SEC-76). */
  'moniker-lookups': {
    allowed: 10,
    windowMs: HOUR_MS,
    message: "You've looked up 10 monikers in the last hour. Try again later.",
  },
  'chat-messages': { allowed: 'chatMessagesPerMinute', windowMs: MINUTE_MS },
  'ssn-reads': { allowed: 'ssnReadsPerMinute', windowMs: MINUTE_MS },
  files: { allowed: 'filesPerMinute', windowMs: MINUTE_MS },
} as const satisfies Record<UserQuota, Quota> & Record<string, Quota>;

export type QuotaName = keyof typeof QUOTAS;

/** A backoff's count resets after this long without an attempt. */
const WINDOW_MS = HOUR_MS;
/** The longest window. Counts that are older no longer limit anything. */
const MAX_WINDOW_MS = DAY_MS;

/** Identifies a counter by its limit and subject. */
export interface AttemptKey {
  readonly limit: keyof typeof BACKOFFS | QuotaName;
  readonly subject: string;
}

/**
 * Limits attempts and enforces quotas. Counts are in PostgreSQL, so all API processes share them, and during an outage
 * everybody is refused rather than admitted (AUTH-25). Each attempt is counted before it is made, so parallel attempts
 * cannot exceed the limit. While `BackoffCache` has a wait for a key, attempts with that key are refused without a
 * query.
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
   * Counts an attempt for each key, or for none of them if one is refused.
   *
   * @throws AppError TOO_MANY_REQUESTS the limit of one of the keys is reached
   */
  async record(...keys: readonly AttemptKey[]): Promise<void> {
    for (const [index, key] of keys.entries()) {
      const end = await this.countOrWait(key);
      if (end === null) continue;
      await this.undo(...keys.slice(0, index));
      throw this.tooManyRequests(end, key.limit);
    }
  }

  /** Counts an attempt and returns whether it is allowed. Use it for limits that the user isn't told about. */
  async take(key: AttemptKey): Promise<boolean> {
    return (await this.countOrWait(key)) === null;
  }

  /** Reverts one count for each key, for an attempt that does not count after all. */
  async undo(...keys: readonly AttemptKey[]): Promise<void> {
    for (const key of keys) {
      const hash = this.storedKey(key);
      await this.dataSource.query(
        `update attempt set failures = greatest(0, failures - 1), blocked_until = 'epoch' where key = $1`,
        [hash],
      );
      await this.backoff.delete(hash);
    }
  }

  /**
   * Records that a counted attempt was wrong. Returns whether wrong attempts alone have reached the limit. Attempts
   * that are still being checked are not included, because they could turn out to be correct.
   */
  async recordWrong(key: AttemptKey): Promise<boolean> {
    const [rows] = await this.dataSource.query<[{ wrong: number }[], number]>(
      'update attempt set wrong = wrong + 1 where key = $1 returning wrong',
      [this.storedKey(key)],
    );
    const allowed = this.limitOf(
      isQuota(key.limit) ? QUOTAS[key.limit].allowed : BACKOFFS[key.limit].allowed,
    );
    return (rows[0]?.wrong ?? 0) >= allowed;
  }

  /** Clears the count after a correct attempt. Also deletes expired counts. */
  async reset(key: AttemptKey): Promise<void> {
    const hash = this.storedKey(key);
    await this.dataSource.query('delete from attempt where key = $1 or last_at <= $2', [
      hash,
      new Date(this.now().getTime() - MAX_WINDOW_MS),
    ]);
    await this.backoff.delete(hash);
  }

  /** Counts an attempt and returns null, or returns the end of the wait that blocks it. */
  private async countOrWait(key: AttemptKey): Promise<Date | null> {
    if (isQuota(key.limit) && this.limitOf(QUOTAS[key.limit].allowed) === 0) return null;
    const hash = this.storedKey(key);
    const known = await this.backoff.blockedUntil(hash);
    if (known !== null && known > this.now()) return known;
    const isCounted = isQuota(key.limit)
      ? await this.countInWindow(hash, QUOTAS[key.limit])
      : await this.count(hash, BACKOFFS[key.limit]);
    return isCounted ? null : this.endOfWait(hash, key.limit);
  }

  private async count(hash: Buffer, { allowed, maxWaitSeconds }: Backoff): Promise<boolean> {
    const counted = await this.dataSource.query<unknown[]>(
      `insert into attempt as a (key, failures, blocked_until, last_at) values ($1, 1, 'epoch', $2)
       on conflict (key) do update
         set failures = case when a.last_at <= $3 then 1 else a.failures + 1 end,
             wrong = case when a.last_at <= $3 then 0 else a.wrong end,
             blocked_until = case when a.last_at <= $3 or a.failures + 1 < $4 then 'epoch'
               else $2::timestamptz + make_interval(secs => least($5, power(2, least(a.failures + 1 - $4, 30)))) end,
             last_at = $2
         where a.blocked_until <= $2
       returning failures`,
      [hash, this.now(), this.windowStart(), this.limitOf(allowed), this.limitOf(maxWaitSeconds)],
    );
    return counted.length > 0;
  }

  /** Counts one use of a quota unless its current window is full. `last_at` is the start of the window. */
  private async countInWindow(hash: Buffer, { allowed, windowMs }: Quota): Promise<boolean> {
    const now = this.now();
    const counted = await this.dataSource.query<unknown[]>(
      `insert into attempt as a (key, failures, blocked_until, last_at) values ($1, 1, 'epoch', $2)
       on conflict (key) do update
         set failures = case when a.last_at <= $3 then 1 else a.failures + 1 end,
             wrong = case when a.last_at <= $3 then 0 else a.wrong end,
             last_at = case when a.last_at <= $3 then $2 else a.last_at end
         where a.last_at <= $3 or a.failures < $4
       returning failures`,
      [hash, now, new Date(now.getTime() - windowMs), this.limitOf(allowed)],
    );
    return counted.length > 0;
  }

  private async endOfWait(hash: Buffer, limit: AttemptKey['limit']): Promise<Date> {
    const [row] = await this.dataSource.query<{ blocked_until: Date; last_at: Date }[]>(
      'select blocked_until, last_at from attempt where key = $1',
      [hash],
    );
    if (row === undefined) return this.now();
    const end = isQuota(limit) ? new Date(row.last_at.getTime() + QUOTAS[limit].windowMs) : row.blocked_until;
    await this.backoff.set(hash, end);
    return end;
  }

  private limitOf(limit: number | keyof Limits): number {
    return typeof limit === 'number' ? limit : this.config.limits[limit];
  }

  private tooManyRequests(end: Date, limit: AttemptKey['limit']): AppError {
    const waitMs = end.getTime() - this.now().getTime();
    const { message }: Partial<Quota> = isQuota(limit) ? QUOTAS[limit] : {};
    return new AppError('TOO_MANY_REQUESTS', message, {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  }

  private windowStart(): Date {
    return new Date(this.now().getTime() - WINDOW_MS);
  }

  /** Email and network addresses are stored only as keyed hashes. */
  private storedKey({ limit, subject }: AttemptKey): Buffer {
    return createHmac('sha256', this.config.secrets.otp).update(`attempt:${limit}:${subject}`).digest();
  }
}

function isQuota(limit: AttemptKey['limit']): limit is QuotaName {
  return Object.hasOwn(QUOTAS, limit);
}
