import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { UsersService, type NewUser } from '../users/users.service.js';
import { LoginThrottle } from '../attempts/login-throttle.service.js';
import type { RegisterBody } from './auth.dto.js';
import { constantTimeResponse } from './constant-time-response.js';
import { OtpsService } from './otps.service.js';
import { PasswordPolicy } from './password-policy.service.js';
import {
  isSameRegistration,
  PendingRegistrations,
  type PendingRegistration,
} from './pending-registrations.service.js';

/** The purpose of codes that complete registrations. */
export const VERIFY_EMAIL = 'verify-email';

const NOT_VERIFIED = "This email isn't verified yet. Enter the code that we emailed you.";

/** The client's network address, and the hash of its browser's cookie. */
export interface RequestSource<Browser extends Buffer | null = Buffer | null> {
  readonly address: string;
  readonly browser: Browser;
}

/** Registers visitors, who must then verify their email address. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly registrations: PendingRegistrations,
    private readonly otps: OtpsService,
    private readonly policy: PasswordPolicy,
    private readonly throttle: LoginThrottle,
  ) {}

  /**
   * Stores this browser's registration and emails its code. If the address already has a pending registration, does the
   * same and then throws EMAIL_TAKEN with a flag (REG-8). Other browsers' registrations stay (REG-12).
   *
   * @throws AppError EMAIL_TAKEN, MONIKER_TAKEN, TOO_MANY_REQUESTS, or VALIDATION_FAILED for a password that the policy
   * refuses
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
    if (!isFirst) throw new AppError('EMAIL_TAKEN', NOT_VERIFIED, { emailNotVerified: true });
  }

  /**
   * Emails a new code if this browser has a registration and a new code is due. The response does not reveal whether
   * a code was emailed (AUTH-10).
   */
  async resendVerification(email: string, { address, browser }: RequestSource): Promise<void> {
    await this.throttle.record({ limit: 'mail-from', subject: address });
    await constantTimeResponse(async () => {
      const registration = await this.registrations.findBound(email, browser);
      if (registration === null) return;
      await this.dataSource.transaction((manager) => this.sendCode(manager, registration));
    });
  }

  /**
   * Returns whether the address already has a pending registration.
   *
   * @throws AppError EMAIL_TAKEN a user has verified the address
   * @throws AppError MONIKER_TAKEN a user has the moniker, or a registration for another address reserves it
   */
  private async assertAvailable(manager: EntityManager, user: NewUser): Promise<boolean> {
    const known = await this.users.findByEmail(user.email, manager);
    if (known?.isEmailVerified === true) {
      throw new AppError('EMAIL_TAKEN', undefined, { fields: ['email'] });
    }
    const isTaken =
      (await this.users.isMonikerTaken(manager, user)) ||
      (await this.registrations.reservesMoniker(manager, user));
    if (isTaken) throw new AppError('MONIKER_TAKEN', undefined, { fields: ['moniker'] });
    return known !== null || (await this.registrations.hasAny(manager, user.email));
  }

  /**
   * Stores the registration. If this browser already has a registration with other data, replaces that data and
   * revokes the earlier code.
   */
  private async store(manager: EntityManager, user: NewUser, browser: Buffer): Promise<string> {
    const earlier = await this.registrations.findBound(user.email, browser, manager);
    if (earlier === null) return this.registrations.create(manager, user, browser);
    if (!isSameRegistration(earlier, user)) {
      await this.registrations.replace(manager, earlier.id, user);
      await this.otps.revoke(manager, { ownerId: earlier.id, purpose: VERIFY_EMAIL });
    }
    return earlier.id;
  }

  private async sendCode(
    manager: EntityManager,
    { id, email }: Pick<PendingRegistration, 'id' | 'email'>,
  ): Promise<void> {
    const mail = { template: 'verify-registration', registrationId: id, email } as const;
    await this.otps.send(manager, { ownerId: id, purpose: VERIFY_EMAIL }, mail);
  }
}
