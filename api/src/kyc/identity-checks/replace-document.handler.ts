import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { objectIdOf, ObjectsService } from '../documents/objects.service.js';
import { applicationsOf, lockApplicant } from './applications-of.js';
import { type DocumentKind, hasDocument } from '@moniker/common/applications.js';
import { attachmentOf, documentIdsOfUser, notForAccountType } from './documents.js';
import { isAsSubmitted, submissionAudit } from './identity-digests.js';
import { KycApplicationEntity } from './kyc-application.entity.js';
import { KycDocumentEntity } from './kyc-document.entity.js';
import type { KycStatusDto } from './kyc.dto.js';
import { KycService } from './kyc.service.js';
import { ReplaceDocumentCommand } from './replace-document.command.js';

const CONFLICT = ['applicationId', 'kind'];

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
    const { documentType: kind, documentUrl } = document;
    await this.ledger.transaction(async (manager, submit) => {
      await lockApplicant(manager, userId);
      const [kyc] = await applicationsOf(manager, userId);
      if (kyc === undefined) throw new AppError('NOT_FOUND', 'There is no application to add a document to');
      assertReplaceable(kyc, kind);
      const documentId = objectIdOf(documentUrl) ?? '';
      const previous = await manager.findOneBy(KycDocumentEntity, { applicationId: kyc.id, kind });
      if (previous?.documentId === documentId) return;
      // Nothing is recorded over a change that was made past the bank: `verify` finds it, and it can't be approved.
      const isRecorded = kyc.digestSalt !== null && (await isAsSubmitted(manager, kyc));
      await this.objects.attach(manager, userId, [attachmentOf(kind, documentId, 'documentUrl')], new Set());
      await manager.upsert(KycDocumentEntity, { applicationId: kyc.id, kind, documentId }, CONFLICT);
      await manager.increment(KycApplicationEntity, { id: kyc.id }, 'revision', 1);
      if (previous !== null) await this.discard(manager, kyc, previous);
      if (isRecorded) receiptOrThrow(await submit(await submissionAudit(manager, kyc, 'document', context)));
    });
    return this.kyc.statusOf(userId);
  }

  /** Discards a document unless an earlier application has it too (KYC-17). */
  private async discard(
    manager: EntityManager,
    { id, userId }: KycApplicationEntity,
    { documentId }: KycDocumentEntity,
  ): Promise<void> {
    const others = await documentIdsOfUser(manager, userId, id);
    if (!others.has(documentId)) await this.objects.discard(manager, [documentId]);
  }
}

/** @throws ALREADY_DECIDED or VALIDATION_FAILED */
function assertReplaceable({ status, accountType }: KycApplicationEntity, kind: DocumentKind): void {
  if (status === 'approved') throw new AppError('ALREADY_DECIDED');
  if (hasDocument(accountType, kind)) return;
  throw new AppError('VALIDATION_FAILED', notForAccountType(kind), { fields: ['documentType'] });
}
