import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../platform/http/app-error.js';
import type { UserDto } from '../users/user.dto.js';
import { UsersService, type UserEntity } from '../users/users.service.js';
import { LoginThrottle } from './login-throttle.service.js';
import { passwordMatches } from './passwords.js';
import { SessionsService } from './sessions.service.js';

/** The result of signing in. */
export interface SignInResult {
  readonly user: UserDto;
  readonly token: string;
}

/** Signs users in and out. */
@Injectable()
export class SignInService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly throttle: LoginThrottle,
  ) {}

  /**
   * Returns the user with these credentials.
   *
   * @throws AppError CREDENTIALS_INVALID, TOO_MANY_REQUESTS or, only with the right password, EMAIL_NOT_VERIFIED
   *   (AUTH-3, AUTH-4)
   */
  async checkCredentials(email: string, password: string, address: string): Promise<UserEntity> {
    const account = { limit: 'password', subject: `${email}|${address}` } as const;
    const anyAccount = { limit: 'passwords-from', subject: address } as const;
    await this.throttle.record(account, anyAccount);
    const found = await this.users.findCredentials({ email });
    const matches = await passwordMatches(found?.passwordHash ?? null, password);
    if (!matches || found === null) throw new AppError('CREDENTIALS_INVALID');
    await this.throttle.reset(account);
    await this.throttle.undo(anyAccount);
    if (!found.user.isEmailVerified) {
      throw new AppError('EMAIL_NOT_VERIFIED', undefined, { emailNotVerified: true });
    }
    return found.user;
  }

  /** Starts a session that replaces the current one of the browser, if any (AUTH-18). */
  async signIn(
    user: UserEntity,
    oldSessionId: string | undefined,
    userAgent: string | undefined,
  ): Promise<SignInResult> {
    const token = await this.dataSource.transaction(async (manager) => {
      if (oldSessionId !== undefined) await this.sessions.end(manager, oldSessionId);
      return this.sessions.start(manager, user.id, userAgent);
    });
    return { user: await this.users.toDto(user), token };
  }

  async signOut(sessionId: string): Promise<void> {
    await this.sessions.end(this.dataSource.manager, sessionId);
  }
}
