import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import { AppError } from '../http/app-error.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { UsersService } from '../users/users.service.js';
import { LoginThrottle } from './login-throttle.service.js';
import type { RegisterBody, VerifyEmailBody } from './auth.dto.js';
import { constantTimeResponse } from './constant-time-response.js';
import { OtpsService } from './otps.service.js';
import { hashPassword } from './passwords.js';

const PURPOSE = 'verify-email';

/** The request id and the network address of the client. */
export interface RequestSource {
  readonly requestId: string;
  readonly address: string;
}

/** Registration, up to the verified email address. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly otps: OtpsService,
    private readonly throttle: LoginThrottle,
    private readonly ledger: LedgerWriter,
  ) {}

  /**
   * Creates the user, opens their account and mails a code, all or nothing (REG-6). For an address that is not verified
   * yet, the error carries a flag and a new code is mailed (REG-8).
   *
   * @throws AppError EMAIL_TAKEN or MONIKER_TAKEN
   */
  async register(body: RegisterBody, origin: RequestSource): Promise<void> {
    await this.throttle.record({ limit: 'mail-from', subject: origin.address });
    const passwordHash = await hashPassword(body.password);
    await this.assertEmailAvailable(body.email);
    await this.dataSource.transaction(async (manager) => {
      const { email, firstName, lastName, moniker, phoneNumber } = body;
      const newUser = { email, firstName, lastName, moniker, phoneNumber, passwordHash };
      const user = await this.users.create(manager, newUser);
      await this.otps.send(manager, user.id, PURPOSE);
      await this.openAccount(manager, user.id, origin.requestId);
    });
  }

  /**
   * Verifies an email address.
   *
   * @throws AppError OTP_INVALID for a wrong code, an unknown address or a verified one
   */
  async verifyEmail({ email, otp }: VerifyEmailBody, { address }: RequestSource): Promise<void> {
    await this.throttle.record({ limit: 'codes-from', subject: address });
    await constantTimeResponse(async () => {
      const user = await this.users.findByEmail(email);
      if (user === null || user.isEmailVerified) throw new AppError('OTP_INVALID');
      const checked = await this.otps.check(user.id, PURPOSE, otp);
      await this.dataSource.transaction(async (manager) => {
        await this.otps.consume(manager, checked);
        await this.users.markVerified(manager, user.id);
      });
    });
    await this.throttle.undo({ limit: 'codes-from', subject: address });
  }

  /** Mails a new code if one is due. The response does not reveal whether it was (AUTH-10). */
  async resendVerification(email: string, { address }: RequestSource): Promise<void> {
    await this.throttle.record({ limit: 'mail-from', subject: address });
    await constantTimeResponse(async () => {
      const user = await this.users.findByEmail(email);
      if (user === null || user.isEmailVerified) return;
      await this.dataSource.transaction((manager) => this.otps.send(manager, user.id, PURPOSE));
    });
  }

  private async assertEmailAvailable(email: string): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (user === null) return;
    if (user.isEmailVerified) throw new AppError('EMAIL_TAKEN');
    await this.dataSource.transaction((manager) => this.otps.send(manager, user.id, PURPOSE));
    throw new AppError('EMAIL_TAKEN', undefined, { emailNotVerified: true });
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
