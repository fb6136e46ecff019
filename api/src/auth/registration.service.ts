import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import { AppError } from '../http/app-error.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { UsersService, type NewUser } from '../users/users.service.js';
import { LoginThrottle } from './login-throttle.service.js';
import type { RegisterBody, VerifyEmailBody } from './auth.dto.js';
import { constantTimeResponse } from './constant-time-response.js';
import { OtpsService, type VerifiedOtp } from './otps.service.js';
import { PasswordPolicy } from './password-policy.service.js';
import {
  isSameRegistration,
  PendingRegistrations,
  type PendingRegistration,
} from './pending-registrations.service.js';

const PURPOSE = 'verify-email';
/** The same for every address, so that it does not reveal which of them wait for verification. */
const OTHER_BROWSER =
  'Invalid or expired code. If you registered in another browser, go back and sign in with your password first.';

/** The request id, the network address of the client and the hash of its browser. */
export interface RequestSource<Browser extends Buffer | null = Buffer | null> {
  readonly requestId: string;
  readonly address: string;
  readonly browser: Browser;
}

/** Registration, up to the verified email address. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly registrations: PendingRegistrations,
    private readonly otps: OtpsService,
    private readonly policy: PasswordPolicy,
    private readonly throttle: LoginThrottle,
    private readonly ledger: LedgerWriter,
  ) {}

  /**
   * Stores a registration of this browser and mails its code. If the address already waits for verification, the error
   * carries a flag (REG-8); the registration is stored all the same, apart from the others (REG-12).
   *
   * @throws AppError EMAIL_TAKEN or MONIKER_TAKEN
   */
  async register(body: RegisterBody, { address, browser }: RequestSource<Buffer>): Promise<void> {
    this.policy.assertAllowed(body.password, 'password');
    await this.throttle.record({ limit: 'mail-from', subject: address });
    const { password, email, firstName, lastName, moniker, phoneNumber } = body;
    const passwordHash = await this.registrations.hashPassword(email, password);
    const user = { email, firstName, lastName, moniker, phoneNumber, passwordHash };
    const isFirst = await this.dataSource.transaction(async (manager) => {
      await this.registrations.lock(manager, user);
      const isWaiting = await this.assertAvailable(manager, user);
      const ownerId = await this.store(manager, user, browser);
      await this.sendCode(manager, { id: ownerId, email });
      return !isWaiting;
    });
    if (!isFirst) throw new AppError('EMAIL_TAKEN', undefined, { emailNotVerified: true });
  }

  /**
   * Completes the registration of this browser: creates the user and opens their account (REG-6).
   *
   * @throws AppError OTP_INVALID for a wrong code, an unknown address or a verified one
   */
  async verifyEmail({ email, otp }: VerifyEmailBody, source: RequestSource): Promise<void> {
    const codes = { limit: 'codes-from', subject: source.address } as const;
    await this.throttle.record(codes);
    await constantTimeResponse(async () => {
      const registration = await this.registrations.findBound(email, source.browser);
      if (registration === null) throw new AppError('OTP_INVALID', OTHER_BROWSER);
      const checked = await this.otps.check({ ownerId: registration.id, purpose: PURPOSE }, otp);
      await this.dataSource.transaction(async (manager) => {
        await this.complete(manager, registration, checked, source);
      });
    });
    await this.throttle.undo(codes);
  }

  /** Mails a new code if this browser has a registration and one is due. The response does not reveal it (AUTH-10). */
  async resendVerification(email: string, { address, browser }: RequestSource): Promise<void> {
    await this.throttle.record({ limit: 'mail-from', subject: address });
    await constantTimeResponse(async () => {
      const registration = await this.registrations.findBound(email, browser);
      if (registration === null) return;
      await this.dataSource.transaction((manager) => this.sendCode(manager, registration));
    });
  }

  /** Returns whether the address waits for verification. */
  private async assertAvailable(manager: EntityManager, user: NewUser): Promise<boolean> {
    const known = await this.users.findByEmail(user.email, manager);
    if (known?.isEmailVerified === true) throw new AppError('EMAIL_TAKEN');
    const isTaken =
      (await this.users.isMonikerTaken(manager, user)) ||
      (await this.registrations.reservesMoniker(manager, user));
    if (isTaken) throw new AppError('MONIKER_TAKEN');
    return known !== null || (await this.registrations.hasAny(manager, user.email));
  }

  /** Stores the registration in place of an earlier one of the same browser, whose code then ends. */
  private async store(manager: EntityManager, user: NewUser, browser: Buffer): Promise<string> {
    const earlier = await this.registrations.findBound(user.email, browser, manager);
    if (earlier === null) return this.registrations.create(manager, user, browser);
    if (!isSameRegistration(earlier, user)) {
      await this.registrations.replace(manager, earlier.id, user);
      await this.otps.revoke(manager, { ownerId: earlier.id, purpose: PURPOSE });
    }
    return earlier.id;
  }

  private async sendCode(
    manager: EntityManager,
    { id, email }: Pick<PendingRegistration, 'id' | 'email'>,
  ): Promise<void> {
    const mail = { template: 'verify-registration', registrationId: id, email } as const;
    await this.otps.send(manager, { ownerId: id, purpose: PURPOSE }, mail);
  }

  private async complete(
    manager: EntityManager,
    registration: PendingRegistration,
    checked: VerifiedOtp,
    { requestId }: RequestSource,
  ): Promise<void> {
    await this.registrations.lock(manager, registration);
    await this.otps.consume(manager, checked);
    const known = await this.users.findByEmail(registration.email, manager);
    if (known?.isEmailVerified === true) throw new AppError('OTP_INVALID');
    await this.registrations.deleteAllOf(manager, registration.email);
    if (known !== null) {
      // Their account has been open since they registered (REG-14).
      await this.users.replaceUnverified(manager, known.id, registration);
      return;
    }
    await this.users.create(manager, registration);
    await this.openAccount(manager, registration.id, requestId);
  }

  /** Must come last in the transaction, because it locks the head of the ledger until the commit. */
  private async openAccount(manager: EntityManager, userId: string, requestId: string): Promise<void> {
    const outcome = await this.ledger.submitWithin(manager, {
      command: { type: 'OpenAccount', accountId: userId },
      context: { actor: `user:${userId}`, correlationId: requestId },
    });
    receiptOrThrow(outcome);
  }
}
