import { newToken, tokenHash } from '../../platform/crypto/token.js';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '../../outbox/outbox.service.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { UsersService } from '../users/users.service.js';
import { browserLabelOf } from '../sessions/sessions.service.js';
import { KnownBrowsers } from '../sessions/known-browsers.service.js';

const HOUR_MS = 60 * 60 * 1000;
const VALID_MS = 7 * 24 * HOUR_MS;
/** Maximum number of alerts per user per hour. Without it, someone who knows the password could flood the mailbox. */
const MAX_PER_HOUR = 5;

/** The sign-in that starts a session. */
interface SignIn {
  readonly userId: string;
  readonly userAgent: string | undefined;
  readonly browser: Buffer;
}

/**
 * Emails about sign-ins from new browsers (AUTH-60). Each has a link whose token can lock the account once (AUTH-61).
 * The token is in the URL fragment, which browsers do not send; the database stores only its SHA-256.
 */
@OwnsPersonalData('sign_in_alert')
@Injectable()
export class SignInAlerts implements PersonalDataOwner {
  constructor(
    private readonly users: UsersService,
    private readonly browsers: KnownBrowsers,
    private readonly mail: Outbox,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * Records the sign-in. Emails the user if the sign-in comes from a new browser. Sends no email if this is the user's
   * first sign-in, if the hourly limit has been reached, or if these emails are turned off. Call this method before the
   * browser is remembered.
   */
  async mailIfNew(manager: EntityManager, { userId, userAgent, browser }: SignIn): Promise<void> {
    const isFirst = await this.users.recordSignIn(manager, userId);
    if (isFirst || !this.config.mailsNewDevices) return;
    if (await this.browsers.isKnownTo(manager, userId, browser)) return;
    const now = this.now();
    if ((await this.countSince(manager, userId, new Date(now.getTime() - HOUR_MS))) >= MAX_PER_HOUR) return;
    const token = newToken();
    await manager.query(
      'insert into sign_in_alert (token_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
      [tokenHash(token), userId, now, new Date(now.getTime() + VALID_MS)],
    );
    const params = { signedInAt: now.toISOString(), browser: browserLabelOf(userAgent) };
    await this.mail.queue(manager, { template: 'new-device', userId, params, secret: token });
  }

  /** Returns a valid token's user, or null. */
  async userOf(manager: EntityManager, token: string): Promise<string | null> {
    const [alert] = await manager.query<{ user_id: string }[]>(
      'select user_id from sign_in_alert where token_hash = $1 and expires_at > $2',
      [tokenHash(token), this.now()],
    );
    return alert?.user_id ?? null;
  }

  /** Invalidates all of a user's links. */
  async deleteAllOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('delete from sign_in_alert where user_id = $1', [userId]);
  }

  erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    return this.deleteAllOf(manager, id);
  }

  private async countSince(manager: EntityManager, userId: string, since: Date): Promise<number> {
    const [row] = await manager.query<{ count: number }[]>(
      'select count(*)::int as count from sign_in_alert where user_id = $1 and created_at > $2',
      [userId, since],
    );
    return row?.count ?? 0;
  }
}
