import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { RequestKeys } from '../../http/request-keys.service.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { refuseDocuments } from './application-documents.service.js';
import { KycApplicationEntity } from './kyc-application.entity.js';
import { assertRevision, kycAudit, KycReviewService } from './kyc-review.service.js';
import { ResetKycCommand } from './reset-kyc.command.js';

/** Saves the reset and its events in one transaction. */
@CommandHandler(ResetKycCommand)
export class ResetKycHandler
  extends AdminCommandHandler<ResetKycCommand>
  implements ICommandHandler<ResetKycCommand>
{
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly keys: RequestKeys,
    private readonly reviews: KycReviewService,
  ) {
    super();
  }

  protected override targetOf({ applicationId }: ResetKycCommand): Promise<CommandTarget> {
    return this.reviews.targetOf(applicationId);
  }

  /**
   * @throws NOT_FOUND the customer is deleted
   * @throws ALREADY_DECIDED the application is pending or approved
   * @throws CONFLICT the application has changed since `expectedRevision` (KYC-21), the customer has submitted a
   * newer one, or another customer has the SSN
   */
  protected override async handle(
    { applicationId, expectedRevision, context, idempotency }: ResetKycCommand,
    { customerId }: CommandTarget,
  ): Promise<IdempotentResponse<void>> {
    const isReplay = await this.ledger.transaction(async (manager, submit) => {
      if (await this.keys.isRepeated(manager, context, idempotency)) return true;
      const kyc = await this.reviews.lock(manager, applicationId, customerId);
      await this.assertResettable(manager, kyc);
      assertRevision(kyc, expectedRevision);
      const claims = await this.reviews.claimSsn(manager, kyc, context);
      kyc.status = 'pending';
      kyc.reviewedAt = null;
      kyc.reviewedBy = null;
      await this.reviews.save(manager, kyc);
      await refuseDocuments(manager, kyc.id, []);
      for (const audit of [...claims, kycAudit(kyc, 'KycReset', context)]) {
        receiptOrThrow(await submit(audit));
      }
      return false;
    });
    return new IdempotentResponse(undefined, isReplay);
  }

  private async assertResettable(manager: EntityManager, kyc: KycApplicationEntity): Promise<void> {
    if (kyc.status === 'pending') {
      throw new AppError('ALREADY_DECIDED', 'This application is already pending');
    }
    if (kyc.status === 'approved') throw await this.reviews.alreadyDecided(kyc);
    await this.reviews.assertNewest(manager, kyc);
  }
}
