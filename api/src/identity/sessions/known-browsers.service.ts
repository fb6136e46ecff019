import { Inject, Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { DataSource, type EntityManager } from 'typeorm';
import { emailKey } from '../../http/email-key.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A browser that a user has signed in with before. */
export interface KnownBrowser {
  readonly userId: string;
  /** The hash of its cookie. */
  readonly browser: Buffer;
  readonly lastSeenAt: Date;
}

/**
 * The browsers that a user has signed in with before. Limits on an account as a whole do not apply to them, so
 * strangers cannot lock the account's owner out (AUTH-31).
 */
@OwnsPersonalData('known_browser')
@Injectable()
export class KnownBrowsers implements PersonalDataOwner {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * Returns this browser if it has signed in to the account with this email address in the last `knownBrowserDays`
   * days, otherwise null.
   */
  async find(email: string, browser: Buffer | null): Promise<KnownBrowser | null> {
    if (browser === null) return null;
    const [found] = await this.dataSource.query<{ user_id: string; last_seen_at: Date }[]>(
      `select b.user_id, b.last_seen_at from known_browser b join app_user u on u.id = b.user_id
        where coalesce(u.email_key, u.email) = $1 and b.browser_hash = $2 and b.last_seen_at > $3`,
      [emailKey(email), browser, this.oldest()],
    );
    return found === undefined ? null : { userId: found.user_id, browser, lastSeenAt: found.last_seen_at };
  }

  /** Whether this browser is stored for the user, even if it was last seen too long ago for `find`. */
  async isKnownTo(manager: EntityManager, userId: string, browser: Buffer): Promise<boolean> {
    const found = await manager.query<unknown[]>(
      'select 1 from known_browser where user_id = $1 and browser_hash = $2',
      [userId, browser],
    );
    return found.length > 0;
  }

  /**
   * Remembers the browser used for a sign-in. Also forgets the user's browsers that have not been seen for
   * `knownBrowserDays`.
   */
  async remember(manager: EntityManager, userId: string, browser: Buffer): Promise<void> {
    await manager.query(
      `insert into known_browser (user_id, browser_hash, last_seen_at) values ($1, $2, $3)
       on conflict (user_id, browser_hash) do update set last_seen_at = excluded.last_seen_at`,
      [userId, browser, this.now()],
    );
    await manager.query('delete from known_browser where user_id = $1 and last_seen_at <= $2', [
      userId,
      this.oldest(),
    ]);
  }

  async forget(manager: EntityManager, { userId, browser }: KnownBrowser): Promise<void> {
    await manager.query('delete from known_browser where user_id = $1 and browser_hash = $2', [
      userId,
      browser,
    ]);
  }

  /** Forgets all of a user's browsers except `browser`, if given. */
  async forgetOthers(manager: EntityManager, userId: string, browser: Buffer | null): Promise<void> {
    await manager.query(
      'delete from known_browser where user_id = $1 and ($2::bytea is null or browser_hash <> $2)',
      [userId, browser],
    );
  }

  erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    return this.forgetOthers(manager, id, null);
  }

  private oldest(): Date {
    return new Date(this.now().getTime() - this.config.limits.knownBrowserDays * DAY_MS);
  }
}
