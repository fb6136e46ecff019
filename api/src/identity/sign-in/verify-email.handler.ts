import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { SubmitWithRows } from '../../ledger/writer/submission.js';
import { UsersService } from '../users/users.service.js';
import { constantTimeResponse } from './constant-time-response.js';
import { CredentialGate } from '../attempts/credential-gate.service.js';
import { OtpsService, type VerifiedOtp } from './otps.service.js';
import { PendingRegistrations, type PendingRegistration } from './pending-registrations.service.js';
import { VERIFY_EMAIL } from './registration.service.js';
import { VerifyEmailCommand } from './verify-email.command.js';

/**
 * The error for an address not registered in this browser. It is the same for every address, so it does not reveal
 * whether the address has a pending registration.
 */
const OTHER_BROWSER =
  'Invalid or expired code. If you registered in another browser, go back and sign in with your password first.';

@CommandHandler(VerifyEmailCommand)
export class VerifyEmailHandler implements ICommandHandler<VerifyEmailCommand> {
  constructor(
    private readonly users: UsersService,
    private readonly registrations: PendingRegistrations,
    private readonly otps: OtpsService,
    private readonly gate: CredentialGate,
    private readonly ledger: LedgerWriter,
  ) {}

  /**
   * Completes this browser's registration: creates the user and opens their account.
   *
   * @throws AppError OTP_INVALID for a wrong code, an address not registered in this browser, or an address that is
   * already verified
   * @throws AppError EMAIL_TAKEN or MONIKER_TAKEN another user has taken the address or moniker in the meantime
   */
  async execute({ verification, source, context }: VerifyEmailCommand): Promise<undefined> {
    const { email, otp } = verification;
    await constantTimeResponse(async () => {
      // The gate also limits wrong codes per email address, because registering again gives new attempts (AUTH-31).
      const { registration, checked } = await this.gate.check(
        { kind: 'emailed-code', email, source },
        async () => {
          const registration = await this.registrations.findBound(email, source.browser);
          if (registration === null) throw new AppError('OTP_INVALID', OTHER_BROWSER);
          const checked = await this.otps.check({ ownerId: registration.id, purpose: VERIFY_EMAIL }, otp);
          return { registration, checked };
        },
      );
      await this.ledger.transaction((manager, submit) =>
        this.complete(manager, submit, registration, checked, context.correlationId),
      );
    });
  }

  private async complete(
    manager: EntityManager,
    submit: SubmitWithRows,
    registration: PendingRegistration,
    checked: VerifiedOtp,
    correlationId: string,
  ): Promise<void> {
    await this.registrations.lock(manager, registration);
    await this.otps.consume(manager, checked);
    const known = await this.users.findByEmail(registration.email, manager);
    if (known?.isEmailVerified === true) throw new AppError('OTP_INVALID');
    await this.registrations.deleteAllOf(manager, registration.email);
    if (known !== null) {
      // The user registered under an earlier version, which opened their account at once (REG-14).
      await this.users.replaceUnverified(manager, known.id, registration);
      return;
    }
    await this.users.create(manager, registration);
    // Comes last, because the submission locks the head of the log until the commit.
    const outcome = await submit({
      command: { type: 'OpenAccount', accountId: registration.id },
      context: { actor: `user:${registration.id}`, correlationId },
    });
    receiptOrThrow(outcome);
  }
}
