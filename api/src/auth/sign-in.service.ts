import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../platform/config/config.js';
import { AppError } from '../http/app-error.js';
import { CONFIG } from '../platform/config/config.token.js';
import type { UserDto } from '../users/user.dto.js';
import { UsersService, type Credentials } from '../users/users.service.js';
import { LoginThrottle, type AttemptKey } from './login-throttle.service.js';
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
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns the user and the password hash that matched.
   *
   * @throws AppError CREDENTIALS_INVALID, TOO_MANY_REQUESTS or, only with the right password, EMAIL_NOT_VERIFIED
   *   (AUTH-3, AUTH-4)
   */
  async checkCredentials(email: string, password: string, address: string): Promise<Credentials> {
    const account = { limit: 'password', subject: `${email}|${address}` } as const;
    const anyAccount = { limit: 'passwords-from', subject: address } as const;
    const signIns = { limit: 'sign-ins', subject: `${email}|${address}` } as const;
    await this.throttle.record(account, anyAccount);
    await this.recordSignIn(signIns, [account, anyAccount]);
    const found = await this.users.findCredentials({ email });
    const matches = await passwordMatches(found?.passwordHash ?? null, password);
    if (!matches || found === null) {
      await this.throttle.undo(signIns);
      throw new AppError('CREDENTIALS_INVALID');
    }
    await this.throttle.reset(account);
    await this.throttle.undo(anyAccount);
    if (!found.user.isEmailVerified) {
      throw new AppError('EMAIL_NOT_VERIFIED', undefined, { emailNotVerified: true });
    }
    return found;
  }

  /**
   * Starts a session that replaces the current one of the browser, if any (AUTH-18).
   *
   * @throws AppError CREDENTIALS_INVALID if the password was changed since it was checked (AUTH-26)
   */
  async signIn(
    { user, passwordHash }: Credentials,
    oldSessionId: string | undefined,
    userAgent: string | undefined,
  ): Promise<SignInResult> {
    const token = await this.dataSource.transaction(async (manager) => {
      // First, so that a password change either sees the new session or is seen here.
      const isCurrent = await this.users.lockWithPasswordHash(manager, user.id, passwordHash);
      if (!isCurrent) throw new AppError('CREDENTIALS_INVALID');
      if (oldSessionId !== undefined) await this.sessions.end(manager, oldSessionId);
      return this.sessions.start(manager, user.id, userAgent);
    });
    return { user: await this.users.toDto(user), token };
  }

  async signOut(sessionId: string): Promise<void> {
    await this.sessions.end(this.dataSource.manager, sessionId);
  }

  /**
   * Counts a sign-in before the password is hashed, so that the limit also saves that work (AUTH-27). A refused one is
   * no guess, so its other counts are reverted.
   */
  private async recordSignIn(signIns: AttemptKey, counted: readonly AttemptKey[]): Promise<void> {
    if (this.config.signInsPerMinute === 0) return;
    try {
      await this.throttle.record(signIns);
    } catch (error) {
      await this.throttle.undo(...counted);
      throw error;
    }
  }
}
