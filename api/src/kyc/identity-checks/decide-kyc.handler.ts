import { Inject } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { RequestKeys } from '../../http/request-keys.service.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { CommandContext, RowSubmission } from '../../ledger/writer/submission.js';
import { type MailRequest, Outbox } from '../../outbox/outbox.service.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { DecideKycCommand, type KycDecision } from './decide-kyc.command.js';
import { refuseDocuments } from './application-documents.service.js';
import { digestsOf } from './identity-digests.js';
import type { KycApplicationEntity } from './kyc-application.entity.js';
import { assertRevision, kycAudit, KycReviewService } from './kyc-review.service.js';
import { containsSsn } from './ssn.js';

/** Saves the decision, its events and the email about it in one transaction (KYC-18). */
@CommandHandler(DecideKycCommand)
export class DecideKycHandler
  extends AdminCommandHandler<DecideKycCommand>
  implements ICommandHandler<DecideKycCommand>
{
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly keys: RequestKeys,
    private readonly reviews: KycReviewService,
    private readonly mail: Outbox,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    super();
  }

  protected override targetOf({ applicationId }: DecideKycCommand): Promise<CommandTarget> {
    return this.reviews.targetOf(applicationId);
  }

  /**
   * @throws NOT_FOUND the customer is deleted
   * @throws ALREADY_DECIDED the application is not pending
   * @throws CONFLICT the application has changed since `expectedRevision` (KYC-21), the customer has submitted a
   * newer application, or another customer has the SSN
   * @throws VALIDATION_FAILED the notes contain the SSN (KYC-23), or `documents` names a document that the application
   * lacks (KYC-64)
   * @throws KYC_CHANGED the application to approve is not what was submitted (KYC-50)
   */
  protected override async handle(
    { applicationId, decision, adminId, context, idempotency }: DecideKycCommand,
    { customerId }: CommandTarget,
  ): Promise<IdempotentResponse<void>> {
    const { status, notes } = decision;
    const isReplay = await this.ledger.transaction(async (manager, submit) => {
      if (await this.keys.isRepeated(manager, context, idempotency)) return true;
      const kyc = await this.reviews.lock(manager, applicationId, customerId);
      await this.assertDecidable(kyc, decision);
      await this.reviews.assertNewest(manager, kyc);
      const audits = await this.prepare(manager, kyc, decision, context);
      kyc.status = status;
      kyc.adminNotes = notes || null;
      kyc.reviewedAt = this.now();
      kyc.reviewedBy = adminId;
      await this.mail.queue(manager, decisionMail(customerId, decision));
      await this.reviews.save(manager, kyc);
      for (const audit of audits) receiptOrThrow(await submit(audit));
      return false;
    });
    return new IdempotentResponse(undefined, isReplay);
  }

  /**
   * For an approval, claims the SSN. For a rejection, releases the SSN and records the refused documents. Returns the
   * decision's events.
   */
  private async prepare(
    manager: EntityManager,
    kyc: KycApplicationEntity,
    decision: KycDecision,
    context: CommandContext,
  ): Promise<RowSubmission[]> {
    if (decision.status === 'rejected') {
      await this.reviews.releaseSsn(manager, kyc);
      await refuseDocuments(manager, kyc.id, decision.documents ?? []);
      return [kycAudit(kyc, 'KycRejected', context)];
    }
    await this.reviews.assertAsSubmitted(manager, kyc);
    const claims = await this.reviews.claimSsn(manager, kyc, context);
    const { id: kycId, userId } = kyc;
    const digests = await digestsOf(manager, kyc);
    const payload = { kycId, userId, ...digests, comparisons: [...new Set(decision.comparisons)] };
    const event = { type: 'KycApproved', payload } as const;
    return [...claims, { command: { type: 'RecordAudit', stream: `kyc:${kycId}`, event }, context }];
  }

  private async assertDecidable(
    kyc: KycApplicationEntity,
    { notes, expectedRevision }: KycDecision,
  ): Promise<void> {
    if (kyc.status !== 'pending') throw await this.reviews.alreadyDecided(kyc);
    assertRevision(kyc, expectedRevision);
    if (containsSsn(notes ?? '', this.reviews.ssnOf(kyc))) {
      throw new AppError('VALIDATION_FAILED', 'Notes must not contain the SSN', { fields: ['notes'] });
    }
  }
}

/**
 * Returns the email about a decision. For a rejection, the email states the reason and which documents the customer
 * must send again (KYC-19, KYC-70).
 */
function decisionMail(userId: string, decision: KycDecision): MailRequest {
  if (decision.status === 'approved') return { template: 'kyc-approved', userId };
  const { notes, documents = [] } = decision;
  return { template: 'kyc-rejected', userId, secret: notes, params: { documents: documents.join() } };
}
