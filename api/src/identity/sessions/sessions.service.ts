import { randomUUID } from 'node:crypto';
import { newToken, tokenHash } from '../../platform/crypto/token.js';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AdminRole } from '@moniker/common/admin-roles.js';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { AppError } from '../../http/app-error.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { browserLabelOf } from './browser-label.js';
import type { KnownBrowser } from './known-browsers.service.js';
import type { SessionDto } from './session.dto.js';

export { browserLabelOf };

const IDLE_MS = 30 * 60 * 1000;
const ABSOLUTE_MS = 12 * 60 * 60 * 1000;
/** `last_seen_at` is updated at most this often, so not every request causes a write. */
const SEEN_PRECISION_MS = 60 * 1000;
/** Maximum number of sessions in the list. Any others can still be ended all at once. */
const MAX_LISTED = 50;

interface FoundSession {
  readonly id: string;
  readonly user_id: string;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly is_admin: boolean;
  readonly role: AdminRole | null;
  readonly factor_at: Date | null;
  readonly password_at: Date | null;
}

/** A session's browser: its `User-Agent`, and the hash of its cookie if it has one. */
export interface SessionBrowser {
  readonly userAgent: string | undefined;
  readonly browser: Buffer | null;
}

/** Sessions. Only the browser has the token; the database stores its SHA-256 (AUTH-17). */
@OwnsPersonalData('session', 'pending_sign_in')
@Injectable()
export class SessionsService implements PersonalDataOwner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reads: PreparedReads,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Starts a session and returns its token. Also deletes the user's expired sessions. */
  async start(
    manager: EntityManager,
    userId: string,
    { userAgent, browser }: SessionBrowser,
    { isFactorConfirmed = false } = {},
  ): Promise<string> {
    const token = newToken();
    const now = this.now();
    await manager.query(
      `insert into session (id, token_hash, user_id, created_at, last_seen_at, expires_at, label, factor_at,
         password_at, browser_hash)
       values ($1, $2, $3, $4, $4, $5, $6, $7, $4, $8)`,
      [
        randomUUID(),
        tokenHash(token),
        userId,
        now,
        new Date(now.getTime() + ABSOLUTE_MS),
        browserLabelOf(userAgent),
        isFactorConfirmed ? now : null,
        browser,
      ],
    );
    await manager.query(
      'delete from session where user_id = $1 and (expires_at <= $2 or last_seen_at <= $3)',
      [userId, now, new Date(now.getTime() - IDLE_MS)],
    );
    return token;
  }

  /**
   * Returns a session's user with their current role (AUTH-22), or null if the session has ended or is unknown
   * (AUTH-19). Extends the session unless the request is a background one (AUTH-80).
   */
  async find(token: string, { isBackground = false } = {}): Promise<AuthenticatedUser | null> {
    const now = this.now();
    const [session] = await this.reads.query<FoundSession>(
      `select s.id, s.user_id, s.last_seen_at, s.expires_at, s.factor_at, s.password_at,
         u.is_admin and u.admin_role is not null as is_admin, case when u.is_admin then u.admin_role end as role
         from session s join app_user u on u.id = s.user_id
        where s.token_hash = $1 and s.expires_at > $2 and s.last_seen_at > $3 and u.deleted_at is null`,
      [tokenHash(token), now, new Date(now.getTime() - IDLE_MS)],
    );
    if (session === undefined) return null;
    let seenAt = session.last_seen_at.getTime();
    if (!isBackground && now.getTime() - seenAt >= SEEN_PRECISION_MS) {
      await this.dataSource.query('update session set last_seen_at = $2 where id = $1', [session.id, now]);
      seenAt = now.getTime();
    }
    const endsAt = Math.min(seenAt + IDLE_MS, session.expires_at.getTime());
    return {
      secondsLeft: Math.ceil((endsAt - now.getTime()) / 1000),
      userId: session.user_id,
      sessionId: session.id,
      isAdmin: session.is_admin,
      role: session.role,
      factorAt: session.factor_at,
      passwordAt: session.password_at,
    };
  }

  /** Records that a session's user has confirmed a second factor or entered their password. */
  async confirm(manager: EntityManager, sessionId: string, by: 'factor' | 'password'): Promise<void> {
    await manager.query(`update session set ${by}_at = $2 where id = $1`, [sessionId, this.now()]);
  }

  /** Lists up to 50 of the user's active sessions: the current one first, then by last activity. */
  async listFor({ userId, sessionId }: AuthenticatedUser): Promise<SessionDto[]> {
    const now = this.now();
    return this.dataSource.query<SessionDto[]>(
      `select public_id as id, label, created_at as "signedInAt",
          date_trunc('minute', last_seen_at) as "lastActiveAt", session.id = $2 as "isCurrent"
         from session
        where user_id = $1 and expires_at > $3 and last_seen_at > $4
        order by "isCurrent" desc, last_seen_at desc, public_id limit $5`,
      [userId, sessionId, now, new Date(now.getTime() - IDLE_MS), MAX_LISTED],
    );
  }

  /**
   * Ends another of the user's sessions.
   *
   * @throws AppError NOT_FOUND the user has no such session, or it is the current one
   */
  async endOtherOf({ userId, sessionId }: AuthenticatedUser, publicId: string): Promise<void> {
    const [, ended] = await this.dataSource.query<[unknown, number]>(
      'delete from session where user_id = $1 and id <> $2 and public_id = $3',
      [userId, sessionId, publicId],
    );
    if (ended === 0) throw new AppError('NOT_FOUND');
  }

  /** Ends all of a user's pending sign-ins, and all sessions except the current one. */
  async endOthersOf(
    { userId, sessionId }: AuthenticatedUser,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    await manager.query('delete from pending_sign_in where user_id = $1', [userId]);
    await manager.query('delete from session where user_id = $1 and id <> $2', [userId, sessionId]);
  }

  /** Ends a session or a pending sign-in. */
  async end(manager: EntityManager, id: string): Promise<void> {
    await manager.query('delete from pending_sign_in where id = $1', [id]);
    await manager.query('delete from session where id = $1', [id]);
  }

  /** Ends a user's sessions in one browser, and those whose browser is unknown. */
  async endAllInBrowser(manager: EntityManager, { userId, browser }: KnownBrowser): Promise<void> {
    await manager.query(
      'delete from session where user_id = $1 and (browser_hash = $2 or browser_hash is null)',
      [userId, browser],
    );
  }

  /** Ends all of a user's sessions and pending sign-ins. */
  async endAllOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('delete from pending_sign_in where user_id = $1', [userId]);
    await manager.query('delete from session where user_id = $1', [userId]);
  }

  erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    return this.endAllOf(manager, id);
  }
}
