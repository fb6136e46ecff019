import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { SignedIn } from '../platform/http/request.js';
import { CLOCK, type Clock } from '../platform/platform.module.js';

const TOKEN_BYTES = 32;
const IDLE_MS = 30 * 60 * 1000;
const ABSOLUTE_MS = 12 * 60 * 60 * 1000;
/** How old `last_seen_at` may be before it is written again; keeps a poll every few seconds from writing. */
const SEEN_PRECISION_MS = 60 * 1000;
const MAX_USER_AGENT = 200;

interface FoundSession {
  readonly id: string;
  readonly user_id: string;
  readonly last_seen_at: Date;
  readonly is_admin: boolean;
}

/** Who is signed in. The token is known to the browser alone; the database holds its SHA-256. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Starts a session and returns its token. */
  async start(manager: EntityManager, userId: string, userAgent: string | undefined): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = this.now();
    await manager.query(
      `insert into session (id, token_hash, user_id, created_at, last_seen_at, expires_at, user_agent)
       values ($1, $2, $3, $4, $4, $5, $6)`,
      [
        randomUUID(),
        hashOf(token),
        userId,
        now,
        new Date(now.getTime() + ABSOLUTE_MS),
        (userAgent ?? '').slice(0, MAX_USER_AGENT),
      ],
    );
    await manager.query(
      'delete from session where user_id = $1 and (expires_at <= $2 or last_seen_at <= $3)',
      [userId, now, new Date(now.getTime() - IDLE_MS)],
    );
    return token;
  }

  /** Whose session it is, with the user's present role; null when it is over or never was. */
  async find(token: string): Promise<SignedIn | null> {
    const now = this.now();
    const [session] = await this.dataSource.query<FoundSession[]>(
      `select s.id, s.user_id, s.last_seen_at, u.is_admin
         from session s join app_user u on u.id = s.user_id
        where s.token_hash = $1 and s.expires_at > $2 and s.last_seen_at > $3 and u.deleted_at is null`,
      [hashOf(token), now, new Date(now.getTime() - IDLE_MS)],
    );
    if (session === undefined) return null;
    if (now.getTime() - session.last_seen_at.getTime() >= SEEN_PRECISION_MS) {
      await this.dataSource.query('update session set last_seen_at = $2 where id = $1', [session.id, now]);
    }
    return { userId: session.user_id, sessionId: session.id, isAdmin: session.is_admin };
  }

  async end(manager: EntityManager, sessionId: string): Promise<void> {
    await manager.query('delete from session where id = $1', [sessionId]);
  }

  /** Signs a user out everywhere. */
  async endAllOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('delete from session where user_id = $1', [userId]);
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
