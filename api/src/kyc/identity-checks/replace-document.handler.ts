import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { objectIdOf, ObjectsService } from '../documents/objects.service.js';
import { applicationsOf, lockApplicant } from './applications-of.js';
import { type DocumentKind, hasDocument } from '@moniker/common/applications.js';
import { attachmentOf, documentIdsOf } from './documents.js';
import { isAsSubmitted, submissionAudit } from './identity-digests.js';
import { KycApplicationEntity } from './kyc-application.entity.js';
import type { KycStatusDto } from './kyc.dto.js';
import { KycService } from './kyc.service.js';
import { ReplaceDocumentCommand } from './replace-document.command.js';

/** The row and its event are one transaction (LED-70). */
@CommandHandler(ReplaceDocumentCommand)
export class ReplaceDocumentHandler implements ICommandHandler<ReplaceDocumentCommand> {
  constructor(
    private readonly kyc: KycService,
    private readonly objects: ObjectsService,
    private readonly ledger: LedgerWriter,
  ) {}

  /**
   * Replaces a document of the customer's pending or rejected application.
   *
   * @throws NOT_FOUND the customer has no application
   * @throws ALREADY_DECIDED the application is approved
   * @throws VALIDATION_FAILED the document does not fit the application
   */
  async execute({ userId, document, context }: ReplaceDocumentCommand): Promise<KycStatusDto> {
    const { documentType: field, documentUrl } = document;
    await this.ledger.transaction(async (manager, submit) => {
      await lockApplicant(manager, userId);
      const [kyc, ...earlier] = await applicationsOf(manager, userId);
      if (kyc === undefined) throw new AppError('NOT_FOUND', 'There is no application to add a document to');
      assertReplaceable(kyc, field);
      const objectId = objectIdOf(documentUrl) ?? '';
      if (kyc[field] === objectId) return;
      // Nothing is recorded over a change that was made past the bank: `verify` finds it, and it can't be approved.
      const isRecorded = kyc.digestSalt !== null && (await isAsSubmitted(manager, kyc));
      await this.replace(manager, kyc, earlier, field, objectId);
      if (isRecorded) receiptOrThrow(await submit(await submissionAudit(manager, kyc, 'document', context)));
    });
    return this.kyc.statusOf(userId);
  }

  private async replace(
    manager: EntityManager,
    kyc: KycApplicationEntity,
    earlier: readonly KycApplicationEntity[],
    field: DocumentKind,
    objectId: string,
  ): Promise<void> {
    const previous = kyc[field];
    await this.objects.attach(manager, kyc.userId, [attachmentOf(field, objectId, 'documentUrl')], new Set());
    kyc[field] = objectId;
    kyc.revision += 1;
    await manager.update(KycApplicationEntity, { id: kyc.id }, { [field]: objectId, revision: kyc.revision });
    const isUsedElsewhere = earlier.some((application) =>
      documentIdsOf(application).some((id) => id === previous),
    );
    if (previous !== null && !isUsedElsewhere) await this.objects.discard(manager, [previous]);
  }
}

/** @throws ALREADY_DECIDED or VALIDATION_FAILED */
function assertReplaceable({ status, accountType }: KycApplicationEntity, field: DocumentKind): void {
  if (status === 'approved') throw new AppError('ALREADY_DECIDED');
  if (hasDocument(accountType, field)) return;
  throw new AppError('VALIDATION_FAILED', `${field} is for business accounts only`, {
    fields: ['documentType'],
  });
}
