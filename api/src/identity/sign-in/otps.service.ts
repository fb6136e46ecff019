import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OTP_DIGITS } from '@moniker/common/one-time-code.js';
import { Outbox, type MailRequest } from '../../outbox/outbox.service.js';
import type { Config } from '../../platform/config/config.js';
import { AppError } from '../../http/app-error.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { CodeMailer } from './code-mailer.service.js';
import { LoginThrottle } from '../attempts/login-throttle.service.js';

export type OtpPurpose = 'verify-email' | 'reset-password' | 'change-password';

const VALID_MS = 10 * 60 * 1000;
const MAX_TRIES = 5;
const RESEND_AFTER_MS = 60 * 1000;
const RESEND_WINDOW_MS = 60 * 60 * 1000;
const MAX_SENDS_PER_WINDOW = 5;

/**
 * Stored in place of a browser for codes that aren't bound to one: the codes of registrations and of signed-in users.
 */
const ANY_BROWSER = Buffer.alloc(0);

/** Identifies a code by its owner, its purpose and the browser that it is bound to, if any. */
export interface OtpKey {
  /** The id of a user or a registration. */
  readonly ownerId: string;
  readonly purpose: OtpPurpose;
  /**
   * The hash of the browser's cookie, or null if the browser has no cookie. Undefined if the code isn't bound to a
   * browser.
   */
  readonly browser?: Buffer | null;
}

/** The email with a code. Set `email` if anyone can request the code, so that requests are limited per address. */
export interface OtpMail extends MailRequest {
  readonly email?: string;
}

/** A correct code that hasn't been consumed yet. */
export interface VerifiedOtp {
  readonly ownerId: string;
  readonly purpose: OtpPurpose;
  readonly codeHash: Buffer;
}

/**
 * One-time codes: one per owner, purpose and browser, valid for 10 minutes and 5 attempts by that browser, usable once
 * (AUTH-8, AUTH-28). Browsers that share a code share its attempts (AUTH-73). Only a keyed hash is stored, bound to
 * owner and purpose.
 */
@OwnsPersonalData('emailed_code')
@Injectable()
export class OtpsService implements PersonalDataOwner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mail: Outbox,
    private readonly mailer: CodeMailer,
    private readonly throttle: LoginThrottle,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * Emails a new code. If the key already has a code, the new one replaces it. Returns whether a code was emailed. Does
   * nothing if a code was sent within the last minute, or too many codes within the last hour. Don't reveal the result
   * to anyone who isn't signed in (AUTH-9).
   */
  async send(manager: EntityManager, key: OtpKey, { email, ...mail }: OtpMail): Promise<boolean> {
    const code = await this.issue(manager, key);
    if (code === null) return false;
    if (email === undefined) {
      await this.mail.queue(manager, { ...mail, secret: code });
      return true;
    }
    const sent = await this.mailer.send(manager, email, mail, code);
    await manager.query(
      `update emailed_code set code_hash = $4, expires_at = $5
        where owner_id = $1 and purpose = $2 and browser_hash = $3`,
      [...columnsOf(key), this.codeHash(key, sent.code), new Date(sent.sentAt.getTime() + VALID_MS)],
    );
    return true;
  }

  /** Returns how many more seconds a key's code works, or 0. */
  async secondsLeft(manager: EntityManager, key: OtpKey): Promise<number> {
    const [code] = await manager.query<{ expires_at: Date }[]>(
      `select expires_at from emailed_code
        where (owner_id, purpose, browser_hash) = ($1, $2, $3) and tries < $4`,
      [...columnsOf(key), MAX_TRIES],
    );
    const leftMs = code === undefined ? 0 : code.expires_at.getTime() - this.now().getTime();
    return Math.max(0, Math.floor(leftMs / 1000));
  }

  private async issue(manager: EntityManager, key: OtpKey): Promise<string | null> {
    const code = String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
    const now = this.now();
    const before = (ms: number): Date => new Date(now.getTime() - ms);
    const issued = await manager.query<unknown[]>(
      `insert into emailed_code as o
         (owner_id, purpose, browser_hash, code_hash, expires_at, tries, created_at, sent_since, sent_count)
       values ($1, $2, $3, $4, $5, 0, $6, $6, 1)
       on conflict (owner_id, purpose, browser_hash) do update
         set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0,
             created_at = excluded.created_at,
             sent_since = case when o.sent_since <= $8 then excluded.sent_since else o.sent_since end,
             sent_count = case when o.sent_since <= $8 then 1 else o.sent_count + 1 end
         where o.created_at <= $7 and (o.sent_since <= $8 or o.sent_count < $9)
       returning owner_id`,
      [
        ...columnsOf(key),
        this.codeHash(key, code),
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
   * Checks a code. The attempt counts immediately, outside the caller's transaction, so parallel guesses share the
   * limit. Call this method through `CredentialGate`.
   *
   * @throws AppError OTP_INVALID the code is wrong or expired, or has no attempts left
   */
  async check(key: OtpKey, code: string): Promise<VerifiedOtp> {
    const codeHash = this.codeHash(key, code);
    const isCorrect = (await this.matchesOwn(key, codeHash)) || (await this.matchesElsewhere(key, codeHash));
    if (!isCorrect) throw new AppError('OTP_INVALID');
    return { ownerId: key.ownerId, purpose: key.purpose, codeHash };
  }

  private async matchesOwn(key: OtpKey, codeHash: Buffer): Promise<boolean> {
    if (key.browser === null) return false;
    // TypeORM returns an update's rows and their count.
    const [tried] = await this.dataSource.query<[{ code_hash: Buffer }[], number]>(
      `update emailed_code set tries = tries + 1
        where owner_id = $1 and purpose = $2 and browser_hash = $3 and tries < $4 and expires_at > $5
        returning code_hash`,
      [...columnsOf(key), MAX_TRIES, this.now()],
    );
    const expected = tried[0]?.code_hash;
    return expected !== undefined && (await this.takeTry(expected)) && timingSafeEqual(expected, codeHash);
  }

  /** Counts an attempt at a code, and returns whether the code had an attempt left. */
  private takeTry(codeHash: Buffer): Promise<boolean> {
    return this.throttle.take({ limit: 'code', subject: codeHash.toString('base64url') });
  }

  /**
   * Compares a code with the codes of other browsers. Such attempts have their own allowance (AUTH-28). An attempt at a
   * code that several browsers share also counts against that code (AUTH-73).
   */
  private async matchesElsewhere({ ownerId, purpose, browser }: OtpKey, codeHash: Buffer): Promise<boolean> {
    if (browser === undefined) return false;
    if (!(await this.throttle.take({ limit: 'codes-elsewhere', subject: ownerId }))) return false;
    const others = await this.dataSource.query<{ code_hash: Buffer; is_shared: boolean }[]>(
      `select code_hash, count(*) > 1 as is_shared from emailed_code
        where owner_id = $1 and purpose = $2 and expires_at > $4
        group by code_hash having bool_and(browser_hash <> $3)`,
      [ownerId, purpose, browser ?? ANY_BROWSER, this.now()],
    );
    let isCorrect = false;
    for (const { code_hash: expected, is_shared: isShared } of others) {
      const hasTry = !isShared || (await this.takeTry(expected));
      if (hasTry && timingSafeEqual(expected, codeHash)) isCorrect = true;
    }
    return isCorrect;
  }

  /**
   * Consumes a verified code in the transaction of the change it permits. All other codes for its owner and purpose end
   * too.
   *
   * @throws AppError OTP_INVALID the code was consumed concurrently
   */
  async consume(manager: EntityManager, { ownerId, purpose, codeHash }: VerifiedOtp): Promise<void> {
    const [, used] = await manager.query<[unknown[], number]>(
      `delete from emailed_code where owner_id = $1 and purpose = $2
        and exists (select 1 from emailed_code where owner_id = $1 and purpose = $2 and code_hash = $3)`,
      [ownerId, purpose, codeHash],
    );
    if (used === 0) throw new AppError('OTP_INVALID');
  }

  /**
   * Ends all codes for an owner and purpose, so that a new one can be sent immediately. The hourly limit still applies.
   */
  async revoke(manager: EntityManager, { ownerId, purpose }: OtpKey): Promise<void> {
    await manager.query(
      `update emailed_code set expires_at = 'epoch', created_at = 'epoch' where owner_id = $1 and purpose = $2`,
      [ownerId, purpose],
    );
  }

  async erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    await manager.query('delete from emailed_code where owner_id = $1', [id]);
  }

  private codeHash({ ownerId, purpose }: OtpKey, code: string): Buffer {
    return createHmac('sha256', this.config.secrets.otp).update(`${purpose}:${ownerId}:${code}`).digest();
  }
}

/** The primary key's values. */
function columnsOf({ ownerId, purpose, browser }: OtpKey): [string, OtpPurpose, Buffer] {
  return [ownerId, purpose, browser ?? ANY_BROWSER];
}
