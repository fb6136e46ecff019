import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { newToken, tokenHash } from '../../platform/crypto/token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { UsersService, type UserEntity } from '../users/users.service.js';

const VALID_MS = 5 * 60 * 1000;

/** A sign-in with the correct password that still needs its second factor. */
export interface PendingSignIn {
  readonly id: string;
  readonly user: UserEntity;
}

/**
 * Sign-ins between password and second factor: valid for five minutes. They end early when they succeed, when there
 * have been too many wrong attempts, or when the user's sessions end. Only the browser has the token; the database
 * stores its SHA-256 (AUTH-54).
 */
@Injectable()
export class PendingSignIns {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Starts a pending sign-in and returns its token. The caller must have locked the user's row. */
  async start(manager: EntityManager, userId: string): Promise<string> {
    const token = newToken();
    await manager.query(
      'insert into pending_sign_in (id, token_hash, user_id, expires_at) values ($1, $2, $3, $4)',
      [randomUUID(), tokenHash(token), userId, new Date(this.now().getTime() + VALID_MS)],
    );
    return token;
  }

  /** @throws SIGN_IN_EXPIRED no sign-in with this token is pending */
  async get(token: string | null): Promise<PendingSignIn> {
    if (token === null) throw new AppError('SIGN_IN_EXPIRED');
    const [found] = await this.dataSource.query<{ id: string; user_id: string }[]>(
      'select id, user_id from pending_sign_in where token_hash = $1 and expires_at > $2',
      [tokenHash(token), this.now()],
    );
    const user = found === undefined ? null : await this.users.findById(found.user_id);
    if (found === undefined || user === null) throw new AppError('SIGN_IN_EXPIRED');
    return { id: found.id, user };
  }

  /**
   * Ends a pending sign-in in the transaction that starts its session. The caller must have locked the user's row.
   *
   * @throws SIGN_IN_EXPIRED the sign-in was ended concurrently
   */
  async complete(manager: EntityManager, { id }: PendingSignIn): Promise<void> {
    const [, ended] = await manager.query<[unknown[], number]>('delete from pending_sign_in where id = $1', [
      id,
    ]);
    if (ended === 0) throw new AppError('SIGN_IN_EXPIRED');
  }
}
