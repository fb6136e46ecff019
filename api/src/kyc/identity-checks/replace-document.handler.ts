import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AppError } from '../../http/app-error.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { applicationsOf, lockApplicant } from './applications-of.js';
import { ApplicationDocuments } from './application-documents.service.js';
import { isAsSubmitted, submissionAudit } from './identity-digests.js';
import { KycApplicationEntity } from './kyc-application.entity.js';
import type { KycStatusDto } from './kyc.dto.js';
import { KycService } from './kyc.service.js';
import { ReplaceDocumentCommand } from './replace-document.command.js';

/** Saves the new document and its event in one transaction (LED-70). */
@CommandHandler(ReplaceDocumentCommand)
export class ReplaceDocumentHandler implements ICommandHandler<ReplaceDocumentCommand> {
  constructor(
    private readonly kyc: KycService,
    private readonly documents: ApplicationDocuments,
    private readonly ledger: LedgerWriter,
  ) {}

  /**
   * Replaces a document of the customer's pending or rejected application.
   *
   * @throws NOT_FOUND the customer has no application
   * @throws ALREADY_DECIDED the application is approved
   * @throws VALIDATION_FAILED the application's account type has no such document, or the file cannot be attached
   */
  async execute({ userId, document, context }: ReplaceDocumentCommand): Promise<KycStatusDto> {
    await this.ledger.transaction(async (manager, submit) => {
      await lockApplicant(manager, userId);
      const [kyc] = await applicationsOf(manager, userId);
      if (kyc === undefined) throw new AppError('NOT_FOUND', 'There is no application to add a document to');
      if (kyc.status === 'approved') throw new AppError('ALREADY_DECIDED');
      // If the data was changed behind the bank's back, no event is recorded, because an event would cover up the
      // change. So `verify` still finds the change, and the application can't be approved.
      const isRecorded = kyc.digestSalt !== null && (await isAsSubmitted(manager, kyc));
      if (!(await this.documents.replace(manager, kyc, document))) return;
      await manager.increment(KycApplicationEntity, { id: kyc.id }, 'revision', 1);
      if (isRecorded) receiptOrThrow(await submit(await submissionAudit(manager, kyc, 'document', context)));
    });
    return this.kyc.statusOf(userId);
  }
}
