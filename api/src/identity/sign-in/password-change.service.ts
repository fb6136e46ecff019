import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Outbox } from '../../outbox/outbox.service.js';
import { AppError } from '../../http/app-error.js';
import { UsersService, type Credentials } from '../users/users.service.js';
import { CredentialGate, type CredentialSource } from '../attempts/credential-gate.service.js';
import { LoginThrottle } from '../attempts/login-throttle.service.js';
import type { RequestSource } from './registration.service.js';
import type { ChangePasswordBody, ResetPasswordBody } from './auth.dto.js';
import { constantTimeResponse } from './constant-time-response.js';
import { KnownBrowsers } from '../sessions/known-browsers.service.js';
import { OtpsService, type VerifiedOtp } from './otps.service.js';
import { hashPassword, passwordMatches } from '../../platform/crypto/passwords.js';
import { PasswordPolicy } from './password-policy.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

const RESET = 'reset-password';
const CHANGE = 'change-password';

/** The code for a password change: whether it was just emailed, and how much longer it works. */
export interface ChangeCode {
  readonly isSent: boolean;
  readonly expiresInSeconds: number;
}

/**
 * Resets forgotten passwords by email and changes known ones in the settings. A reset and a change both end all of the
 * user's sessions (AUTH-14, AUTH-15).
 */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly otps: OtpsService,
    private readonly policy: PasswordPolicy,
    private readonly sessions: SessionsService,
    private readonly gate: CredentialGate,
    private readonly throttle: LoginThrottle,
    private readonly browsers: KnownBrowsers,
    private readonly mail: Outbox,
  ) {}

  /** Emails a reset code if the address is known. The response is the same for unknown addresses (AUTH-10). */
  async forgot(email: string, { address, browser }: RequestSource<Buffer>): Promise<void> {
    await this.throttle.record({ limit: 'mail-from', subject: address });
    await constantTimeResponse(async () => {
      const user = await this.users.findByEmail(email);
      if (user?.isEmailVerified !== true) return;
      // A known browser gets its own code, so strangers can't use up the attempts for that code (AUTH-73).
      const isKnown = (await this.browsers.find(email, browser)) !== null;
      const mail = { template: RESET, userId: user.id, ...(isKnown ? {} : { email }) } as const;
      await this.dataSource.transaction((manager) =>
        this.otps.send(manager, { ownerId: user.id, purpose: RESET, browser }, mail),
      );
    });
  }

  /**
   * Sets a new password, after checking the emailed code. Does not sign the user in.
   *
   * @throws AppError OTP_INVALID for a wrong code or an unknown address, or VALIDATION_FAILED for a new password that
   * the policy refuses
   */
  async reset({ email, resetCode, newPassword }: ResetPasswordBody, source: CredentialSource): Promise<void> {
    this.policy.assertAllowed(newPassword, 'newPassword');
    const { browser } = source;
    await constantTimeResponse(async () => {
      const { checked, passwordHash } = await this.gate.check(
        { kind: 'emailed-code', email, source },
        async () => {
          const passwordHash = await hashPassword(newPassword);
          const user = await this.users.findByEmail(email);
          if (user?.isEmailVerified !== true) throw new AppError('OTP_INVALID');
          const checked = await this.otps.check({ ownerId: user.id, purpose: RESET, browser }, resetCode);
          return { checked, passwordHash };
        },
      );
      await this.dataSource.transaction((manager) =>
        this.replacePassword(manager, checked, passwordHash, browser),
      );
    });
  }

  /**
   * Emails a code for a password change, or keeps the previous code if a new one isn't due yet (AUTH-9).
   *
   * @throws AppError VALIDATION_FAILED `currentPassword` is given and wrong; nothing is emailed
   */
  async sendOtp(
    userId: string,
    currentPassword: string | undefined,
    caller: CredentialSource,
  ): Promise<ChangeCode> {
    if (currentPassword !== undefined) await this.assertPassword(userId, currentPassword, caller);
    const key = { ownerId: userId, purpose: CHANGE } as const;
    return this.dataSource.transaction(async (manager) => {
      const isSent = await this.otps.send(manager, key, { template: CHANGE, userId });
      return { isSent, expiresInSeconds: await this.otps.secondsLeft(manager, key) };
    });
  }

  /**
   * Sets a new password, after checking the current one and the emailed code. Returns a new session's token.
   *
   * @throws AppError VALIDATION_FAILED the current password is wrong, or the policy refuses the new one
   * @throws AppError OTP_INVALID the code is wrong
   */
  async change(
    userId: string,
    { currentPassword, newPassword, otpCode }: ChangePasswordBody,
    caller: CredentialSource & { readonly userAgent: string | undefined },
  ): Promise<string> {
    this.policy.assertAllowed(newPassword, 'newPassword');
    const { user, passwordHash: currentHash } = await this.assertPassword(userId, currentPassword, caller);
    const checked = await this.gate.check({ kind: 'emailed-code', email: user.email, source: caller }, () =>
      this.otps.check({ ownerId: userId, purpose: CHANGE }, otpCode),
    );
    const passwordHash = await hashPassword(newPassword);
    return this.dataSource.transaction(async (manager) => {
      // A concurrent reset wins over a change that was verified with the old password (AUTH-26).
      const isCurrent = await this.users.lockWithPasswordHash(manager, userId, currentHash);
      if (!isCurrent) throw currentPasswordError();
      await this.replacePassword(manager, checked, passwordHash, caller.browser);
      return this.sessions.start(manager, userId, caller);
    });
  }

  /**
   * Checks a user's password, and returns the user with the stored hash.
   *
   * @throws AppError NOT_FOUND the user does not exist
   * @throws AppError VALIDATION_FAILED the password is wrong
   */
  async assertPassword(userId: string, password: string, source: CredentialSource): Promise<Credentials> {
    const found = await this.users.findCredentials({ id: userId });
    if (found === null) throw new AppError('NOT_FOUND');
    await this.gate.check({ kind: 'password', email: found.user.email, source }, async () => {
      if (!(await passwordMatches(found.passwordHash, password))) throw currentPasswordError();
    });
    return found;
  }

  /**
   * Uses up the code, stores the new password, ends every session, forgets all other browsers and queues an email to
   * the user.
   */
  private async replacePassword(
    manager: EntityManager,
    checked: VerifiedOtp,
    passwordHash: string,
    browser: Buffer | null,
  ): Promise<void> {
    const { ownerId: userId, purpose } = checked;
    await this.otps.consume(manager, checked);
    await this.users.setPasswordHash(manager, userId, passwordHash);
    await this.sessions.endAllOf(manager, userId);
    await this.browsers.forgetOthers(manager, userId, browser);
    const template = purpose === RESET ? 'password-was-reset' : 'password-changed';
    await this.mail.queue(manager, { template, userId });
  }
}

function currentPasswordError(): AppError {
  return new AppError('VALIDATION_FAILED', 'Current password is incorrect', { fields: ['currentPassword'] });
}
