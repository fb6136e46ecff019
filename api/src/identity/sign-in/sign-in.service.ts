import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CredentialGate, type CredentialSource } from '../attempts/credential-gate.service.js';
import type { FactorMethod } from '../factors/factor.dto.js';
import { FactorsService } from '../factors/factors.service.js';
import { AppError } from '../../http/app-error.js';
import { emailKey } from '../../http/email-key.js';
import type { CurrentUserDto } from '../users/user.dto.js';
import { UsersService, type Credentials } from '../users/users.service.js';
import { KnownBrowsers } from '../sessions/known-browsers.service.js';
import { LoginThrottle } from '../attempts/login-throttle.service.js';
import { passwordMatches } from '../../platform/crypto/passwords.js';
import { PendingRegistrations, type PendingRegistration } from './pending-registrations.service.js';
import { PendingSignIns, type PendingSignIn } from '../sessions/pending-sign-ins.service.js';
import { SessionsService, type SessionBrowser } from '../sessions/sessions.service.js';
import { SignInAlerts } from './sign-in-alerts.service.js';

/** A started session. */
export interface SignInResult {
  readonly user: CurrentUserDto;
  readonly token: string;
}

/** A sign-in that still needs its second factor. */
export interface UnconfirmedSignIn {
  readonly pendingToken: string;
  readonly factors: readonly FactorMethod[];
}

/** Where a sign-in attempt comes from. Its browser always has a cookie. */
export interface SignInSource extends CredentialSource {
  readonly browser: Buffer;
}

/** The browser that a user signs in with. Unlike other session browsers, it always has a cookie. */
export interface SignInBrowser extends SessionBrowser {
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
    private readonly factors: FactorsService,
    private readonly pending: PendingSignIns,
    private readonly alerts: SignInAlerts,
    private readonly gate: CredentialGate,
  ) {}

  /**
   * Returns the user and the password hash that matched. If the password belongs to a registration instead, binds the
   * registration to the browser, which can then verify the address (REG-12).
   *
   * @throws AppError CREDENTIALS_INVALID, TOO_MANY_REQUESTS or, only with the correct password, EMAIL_NOT_VERIFIED
   *   (AUTH-3, AUTH-4)
   */
  async checkCredentials(email: string, password: string, source: SignInSource): Promise<Credentials> {
    const signIns = { limit: 'sign-ins', subject: `${emailKey(email)}|${source.address}` } as const;
    const found = await this.gate.check({ kind: 'password', email, source }, async () => {
      // Each sign-in is counted before its password is hashed, so a sign-in above the limit costs no hash (AUTH-27).
      await this.throttle.record(signIns);
      try {
        return await this.findByPassword(email, password);
      } catch (error) {
        await this.throttle.undo(signIns);
        throw error;
      }
    });
    if (!('user' in found)) {
      await this.registrations.bind(this.dataSource.manager, found, source.browser);
      throw new AppError('EMAIL_NOT_VERIFIED', undefined, { emailNotVerified: true });
    }
    return found;
  }

  /**
   * Finds the user with this password. If there is none and nobody has verified the address, finds the registration
   * with this password.
   *
   * @throws AppError CREDENTIALS_INVALID neither exists
   */
  private async findByPassword(email: string, password: string): Promise<Credentials | PendingRegistration> {
    const user = await this.users.findCredentials({ email });
    const matches = user !== null && (await passwordMatches(user.passwordHash, password));
    if (user !== null && matches) {
      return user.user.isEmailVerified ? user : this.registrations.adopt(this.dataSource.manager, user);
    }
    const isVerified = user?.user.isEmailVerified === true;
    const registration = isVerified ? null : await this.registrations.findByPassword(email, password);
    if (registration === null) throw new AppError('CREDENTIALS_INVALID');
    return registration;
  }

  /**
   * Starts a session that replaces the browser's current one, if any (AUTH-18). For users with a second factor,
   * starts a pending sign-in instead (AUTH-54).
   *
   * @throws AppError CREDENTIALS_INVALID the password has been changed since it was checked (AUTH-26)
   * @throws AppError SIGN_IN_BLOCKED the user may not sign in
   */
  async signIn(
    { user, passwordHash }: Credentials,
    oldSessionId: string | undefined,
    browser: SignInBrowser,
  ): Promise<SignInResult | UnconfirmedSignIn> {
    const started = await this.dataSource.transaction(async (manager) => {
      // Runs first, so either a concurrent password change sees the new session, or this transaction sees the change.
      const isCurrent = await this.users.lockWithPasswordHash(manager, user.id, passwordHash);
      if (!isCurrent) throw new AppError('CREDENTIALS_INVALID');
      await this.users.assertSignInAllowed(manager, user.id);
      const factors = await this.factors.methodsOf(user.id, manager);
      if (factors.length > 0) return { pendingToken: await this.pending.start(manager, user.id), factors };
      return { token: await this.startSession(manager, user.id, oldSessionId, browser) };
    });
    return 'token' in started ? { user: await this.users.toDto(user), token: started.token } : started;
  }

  /**
   * Starts the session for a sign-in whose second factor is confirmed.
   *
   * @throws AppError SIGN_IN_EXPIRED the pending sign-in was completed or ended in the meantime
   * @throws AppError SIGN_IN_BLOCKED the user may not sign in
   */
  async complete(
    pending: PendingSignIn,
    oldSessionId: string | undefined,
    browser: SignInBrowser,
  ): Promise<SignInResult> {
    const { user } = pending;
    const token = await this.dataSource.transaction(async (manager) => {
      await this.users.lock(manager, user.id);
      await this.users.assertSignInAllowed(manager, user.id);
      await this.pending.complete(manager, pending);
      return this.startSession(manager, user.id, oldSessionId, browser, { isFactorConfirmed: true });
    });
    return { user: await this.users.toDto(user), token };
  }

  private async startSession(
    manager: EntityManager,
    userId: string,
    oldSessionId: string | undefined,
    { userAgent, browser }: SignInBrowser,
    confirmation: { readonly isFactorConfirmed?: boolean } = {},
  ): Promise<string> {
    if (oldSessionId !== undefined) await this.sessions.end(manager, oldSessionId);
    await this.alerts.mailIfNew(manager, { userId, userAgent, browser });
    await this.browsers.remember(manager, userId, browser);
    return this.sessions.start(manager, userId, { userAgent, browser }, confirmation);
  }

  async signOut(sessionId: string): Promise<void> {
    await this.sessions.end(this.dataSource.manager, sessionId);
  }
}
