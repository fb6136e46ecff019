import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../http/app-error.js';
import type { CurrentUserDto } from '../users/user.dto.js';
import { UsersService, type Credentials } from '../users/users.service.js';
import { KnownBrowsers } from './known-browsers.service.js';
import { LoginThrottle } from './login-throttle.service.js';
import { passwordMatches } from './passwords.js';
import { PendingRegistrations, type PendingRegistration } from './pending-registrations.service.js';
import { SessionsService } from './sessions.service.js';

/** The result of signing in. */
export interface SignInResult {
  readonly user: CurrentUserDto;
  readonly token: string;
}

/** The origin of a sign-in attempt: the network address and the hash of the browser cookie. */
export interface SignInSource {
  readonly address: string;
  readonly browser: Buffer;
}

/** The browser of a session: its `User-Agent` and the hash of its cookie. */
export interface SignInBrowser {
  readonly userAgent: string | undefined;
  readonly browser: Buffer;
}

/** Signs users in and out. */
@Injectable()
export class SignInService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly throttle: LoginThrottle,
    private readonly browsers: KnownBrowsers,
    private readonly registrations: PendingRegistrations,
  ) {}

  /**
   * Returns the user and the password hash that matched. The right password of a registration binds it to the browser,
   * which can then verify the address (REG-12).
   *
   * @throws AppError CREDENTIALS_INVALID, TOO_MANY_REQUESTS or, only with the right password, EMAIL_NOT_VERIFIED
   *   (AUTH-3, AUTH-4)
   */
  async checkCredentials(email: string, password: string, source: SignInSource): Promise<Credentials> {
    const { address, browser } = source;
    const signIns = { limit: 'sign-ins', subject: `${email}|${address}` } as const;
    const account = { limit: 'password', subject: `${email}|${address}` } as const;
    const isKnown = await this.browsers.isKnown(email, browser);
    const shared = [
      { limit: 'passwords-from', subject: address } as const,
      ...(isKnown ? [] : [{ limit: 'passwords-of', subject: email } as const]),
    ];
    // Sign-ins count before the password is hashed, so that the limit also saves that work (AUTH-27).
    await this.throttle.record(account, ...shared, signIns);
    const found = await this.findByPassword(email, password);
    if (found === null) {
      await this.throttle.undo(signIns);
      throw new AppError('CREDENTIALS_INVALID');
    }
    await this.throttle.reset(account);
    await this.throttle.undo(...shared);
    if (!('user' in found)) {
      await this.registrations.bind(this.dataSource.manager, found, browser);
      throw new AppError('EMAIL_NOT_VERIFIED', undefined, { emailNotVerified: true });
    }
    return found;
  }

  /** Finds the user with a password or, while nobody has verified the address, the registration. */
  private async findByPassword(
    email: string,
    password: string,
  ): Promise<Credentials | PendingRegistration | null> {
    const found = await this.users.findCredentials({ email });
    if (found === null) return this.registrations.findByPassword(email, password);
    const isVerified = found.user.isEmailVerified;
    const matches = await passwordMatches(found.passwordHash, password);
    if (isVerified) return matches ? found : null;
    if (!matches) return this.registrations.findByPassword(email, password);
    return this.registrations.adopt(this.dataSource.manager, found);
  }

  /**
   * Starts a session that replaces the current one of the browser, if any (AUTH-18).
   *
   * @throws AppError CREDENTIALS_INVALID if the password was changed since it was checked (AUTH-26)
   */
  async signIn(
    { user, passwordHash }: Credentials,
    oldSessionId: string | undefined,
    { userAgent, browser }: SignInBrowser,
  ): Promise<SignInResult> {
    const token = await this.dataSource.transaction(async (manager) => {
      // First, so that a password change either sees the new session or is seen here.
      const isCurrent = await this.users.lockWithPasswordHash(manager, user.id, passwordHash);
      if (!isCurrent) throw new AppError('CREDENTIALS_INVALID');
      if (oldSessionId !== undefined) await this.sessions.end(manager, oldSessionId);
      await this.browsers.remember(manager, user.id, browser);
      return this.sessions.start(manager, user.id, userAgent);
    });
    return { user: await this.users.toDto(user), token };
  }

  async signOut(sessionId: string): Promise<void> {
    await this.sessions.end(this.dataSource.manager, sessionId);
  }
}
