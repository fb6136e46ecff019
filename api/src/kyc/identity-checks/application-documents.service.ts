import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import {
  type AccountType,
  type DocumentKind,
  documentsFor,
  hasDocument,
} from '@moniker/common/applications.js';
import { AppError } from '../../http/app-error.js';
import { parseDocumentPath } from '../documents/documents.dto.js';
import { DocumentsService } from '../documents/documents.service.js';
import { DOCUMENTS_REQUIRED, notForAccountType } from './document.dto.js';
import type { KycApplicationEntity } from './kyc-application.entity.js';
import { KycDocumentEntity } from './kyc-document.entity.js';
import type { CreateKycBody, UploadDocumentBody } from './kyc.dto.js';

const CONFLICT = ['applicationId', 'kind'];

/** Attaches documents to applications, and replaces them, in the caller's transaction. */
@Injectable()
export class ApplicationDocuments {
  constructor(private readonly documents: DocumentsService) {}

  /**
   * Gives a new application one document of each kind that its account type needs: from the request, or kept from
   * `last` (KYC-65, KYC-72). Documents from earlier applications may be reused (KYC-16).
   *
   * @throws AppError VALIDATION_FAILED a document is missing (KYC-6, KYC-7), cannot be found, is used twice, or is
   * of the wrong type (KYC-8)
   */
  async attach(
    manager: EntityManager,
    { id: applicationId, userId, accountType }: KycApplicationEntity,
    body: CreateKycBody,
    last: KycApplicationEntity | null,
  ): Promise<void> {
    const kept = last === null ? [] : await keptDocumentsOf(manager, last);
    const documents = chooseDocuments(accountType, body, kept);
    await this.documents.attach(manager, userId, documents, await documentIdsOfUser(manager, userId));
    await manager.insert(
      KycDocumentEntity,
      documents.map((document) => ({ applicationId, ...document })),
    );
  }

  /**
   * Replaces one of an application's documents with an uploaded one. Returns false if the application already has the
   * uploaded document. The replaced document is discarded unless another application uses it too (KYC-17).
   *
   * @throws AppError VALIDATION_FAILED the application's account type has no such document, or the file cannot be
   * attached
   */
  async replace(
    manager: EntityManager,
    { id: applicationId, userId, accountType }: KycApplicationEntity,
    { documentType: kind, documentUrl }: UploadDocumentBody,
  ): Promise<boolean> {
    if (!hasDocument(accountType, kind)) {
      throw new AppError('VALIDATION_FAILED', notForAccountType(kind), { fields: ['documentType'] });
    }
    const documentId = parseDocumentPath(documentUrl) ?? '';
    const previous = await manager.findOneBy(KycDocumentEntity, { applicationId, kind });
    if (previous?.documentId === documentId) return false;
    await this.documents.attach(manager, userId, [{ kind, documentId, field: 'documentUrl' }], new Set());
    await manager.upsert(KycDocumentEntity, { applicationId, kind, documentId }, CONFLICT);
    if (previous === null) return true;
    const others = await documentIdsOfUser(manager, userId, applicationId);
    if (!others.has(previous.documentId)) await this.documents.discard(manager, previous.documentId);
    return true;
  }
}

/**
 * Records which documents a rejection asks for (KYC-64). Clears what an earlier rejection of the application asked for.
 *
 * @throws AppError VALIDATION_FAILED the application lacks one of the documents
 */
export async function refuseDocuments(
  manager: EntityManager,
  applicationId: string,
  kinds: readonly DocumentKind[],
): Promise<void> {
  await manager.update(KycDocumentEntity, { applicationId }, { refusedDocumentId: null });
  const named = new Set(kinds);
  const { affected } = await manager.update(
    KycDocumentEntity,
    { applicationId, kind: In([...named]) },
    { refusedDocumentId: () => 'object_id' },
  );
  if (affected === named.size) return;
  throw new AppError('VALIDATION_FAILED', 'documents must belong to this application', {
    fields: ['documents'],
  });
}

/** Returns the ids of all documents in a user's applications, except those of one application. */
async function documentIdsOfUser(
  manager: EntityManager,
  userId: string,
  exceptOf: string | null = null,
): Promise<ReadonlySet<string>> {
  const rows = await manager.query<{ id: string }[]>(
    `select d.object_id as id from kyc_document d join kyc_application k on k.id = d.application_id
      where k.user_id = $1 and k.id is distinct from $2::uuid`,
    [userId, exceptOf],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the documents of an application that the customer's next application keeps. If the application was approved
 * (and only the account request rejected), the next application keeps all documents (KYC-72). If a rejection named some
 * documents, the next application keeps the others, and each document that has since replaced a named one (KYC-65).
 * Otherwise, the next application keeps none.
 */
async function keptDocumentsOf(
  manager: EntityManager,
  { id, status }: KycApplicationEntity,
): Promise<KycDocumentEntity[]> {
  const documents = await manager.findBy(KycDocumentEntity, { applicationId: id });
  if (status === 'approved') return documents;
  const isAnyNamed = documents.some(({ refusedDocumentId }) => refusedDocumentId !== null);
  return isAnyNamed
    ? documents.filter(({ documentId, refusedDocumentId }) => documentId !== refusedDocumentId)
    : [];
}

type ChosenDocument = Pick<KycDocumentEntity, 'kind' | 'documentId'>;

/** @throws AppError VALIDATION_FAILED a document is missing (KYC-6, KYC-7) */
function chooseDocuments(
  accountType: AccountType,
  body: CreateKycBody,
  kept: readonly KycDocumentEntity[],
): ChosenDocument[] {
  const missing: DocumentKind[] = [];
  const documents = documentsFor(accountType).flatMap((kind): ChosenDocument[] => {
    const documentId =
      parseDocumentPath(body[kind]) ?? kept.find((document) => document.kind === kind)?.documentId;
    if (documentId !== undefined) return [{ kind, documentId }];
    missing.push(kind);
    return [];
  });
  if (missing.length === 0) return documents;
  throw new AppError('VALIDATION_FAILED', DOCUMENTS_REQUIRED[accountType], { fields: missing });
}
