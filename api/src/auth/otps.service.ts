import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MailService } from '../mail/mail.service.js';
import type { Config } from '../platform/config/config.js';
import { AppError } from '../http/app-error.js';
import { CONFIG } from '../platform/config/config.token.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';

export type OtpPurpose = 'verify-email' | 'reset-password' | 'change-password';

export const OTP_DIGITS = 6;
const VALID_MS = 10 * 60 * 1000;
const MAX_TRIES = 5;
const RESEND_AFTER_MS = 60 * 1000;
const RESEND_WINDOW_MS = 60 * 60 * 1000;
const MAX_SENDS_PER_WINDOW = 5;

/** A correct code that is not consumed yet. */
export interface VerifiedOtp {
  readonly userId: string;
  readonly purpose: OtpPurpose;
  readonly codeHash: Buffer;
}

/**
 * One-time codes: one per user and purpose, valid for 10 minutes and 5 tries, usable once (AUTH-8). Only a keyed hash
 * is stored; it is bound to user and purpose.
 */
@Injectable()
export class OtpsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mail: MailService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * Mails a new code, which replaces the old one. Does nothing if a code was sent within the last minute or too many
   * within the last hour; the response to the caller is the same (AUTH-9).
   */
  async send(manager: EntityManager, userId: string, purpose: OtpPurpose): Promise<void> {
    const code = await this.issue(manager, userId, purpose);
    if (code !== null) await this.mail.queue(manager, { template: purpose, userId, secret: code });
  }

  private async issue(manager: EntityManager, userId: string, purpose: OtpPurpose): Promise<string | null> {
    const code = String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
    const now = this.now();
    const before = (ms: number): Date => new Date(now.getTime() - ms);
    const issued = await manager.query<unknown[]>(
      `insert into otp as o (user_id, purpose, code_hash, expires_at, tries, created_at, sent_since, sent_count)
       values ($1, $2, $3, $4, 0, $5, $5, 1)
       on conflict (user_id, purpose) do update
         set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0,
             created_at = excluded.created_at,
             sent_since = case when o.sent_since <= $7 then excluded.sent_since else o.sent_since end,
             sent_count = case when o.sent_since <= $7 then 1 else o.sent_count + 1 end
         where o.created_at <= $6 and (o.sent_since <= $7 or o.sent_count < $8)
       returning user_id`,
      [
        userId,
        purpose,
        this.hashOf(userId, purpose, code),
        new Date(now.getTime() + VALID_MS),
        now,
        before(RESEND_AFTER_MS),
        before(RESEND_WINDOW_MS),
        MAX_SENDS_PER_WINDOW,
      ],
    );
    return issued.length === 0 ? null : code;
  }

  /**
   * Checks a code. The try counts immediately, outside any transaction of the caller, so that parallel guesses share
   * the limit.
   *
   * @throws AppError OTP_INVALID
   */
  async check(userId: string, purpose: OtpPurpose, code: string): Promise<VerifiedOtp> {
    // TypeORM returns the rows of an update and their count.
    const [tried] = await this.dataSource.query<[{ code_hash: Buffer }[], number]>(
      `update otp set tries = tries + 1
        where user_id = $1 and purpose = $2 and tries < $3 and expires_at > $4 returning code_hash`,
      [userId, purpose, MAX_TRIES, this.now()],
    );
    const codeHash = this.hashOf(userId, purpose, code);
    const expected = tried[0]?.code_hash;
    if (expected === undefined || !timingSafeEqual(expected, codeHash)) throw new AppError('OTP_INVALID');
    return { userId, purpose, codeHash };
  }

  /**
   * Consumes a verified code in the transaction of the change that it permits.
   *
   * @throws AppError OTP_INVALID if it was consumed concurrently
   */
  async consume(manager: EntityManager, { userId, purpose, codeHash }: VerifiedOtp): Promise<void> {
    const [, used] = await manager.query<[unknown[], number]>(
      'delete from otp where user_id = $1 and purpose = $2 and code_hash = $3',
      [userId, purpose, codeHash],
    );
    if (used !== 1) throw new AppError('OTP_INVALID');
  }

  /** Deletes all codes of a user. */
  async deleteAllOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('delete from otp where user_id = $1', [userId]);
  }

  private hashOf(userId: string, purpose: OtpPurpose, code: string): Buffer {
    return createHmac('sha256', this.config.secrets.otp).update(`${purpose}:${userId}:${code}`).digest();
  }
}
