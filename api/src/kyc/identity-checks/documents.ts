import { type EntityManager, In } from 'typeorm';
import { DOCUMENT_KINDS, type DocumentKind, DOCUMENTS } from '@moniker/common/applications.js';
import { AppError } from '../../http/app-error.js';
import type { DocumentToAttach } from '../documents/objects.service.js';
import type { KycApplicationEntity } from './kyc-application.entity.js';
import { KycDocumentEntity } from './kyc-document.entity.js';

/** A document of an application as responses need it. */
export interface DocumentRow {
  readonly kind: DocumentKind;
  readonly documentId: string;
  readonly isRefused: boolean;
  /** Whether a rejection named this kind, even if the customer has replaced the document since (KYC-64). */
  readonly isToReplace: boolean;
  readonly pages: number;
  readonly originalType: string | null;
  readonly bytes: number;
}

/** An SQL expression: the documents of the application `row` as an array of `DocumentRow`. */
export function documentsSql(row: string): string {
  return `(select coalesce(json_agg(json_build_object('kind', d.kind, 'documentId', d.object_id,
      'isRefused', d.refused_object_id is not distinct from d.object_id, 'isToReplace', d.refused_object_id is not null,
      'pages', greatest(cardinality(o.page_sha256), 1), 'originalType', o.original_type, 'bytes', o.bytes)), '[]')
    from kyc_document d join stored_object o on o.id = d.object_id where d.application_id = ${row}.id)`;
}

/** Sorts documents in display order. Omits kinds that a newer release has added. */
export function inDisplayOrder(rows: readonly DocumentRow[]): DocumentRow[] {
  return DOCUMENT_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind));
}

/** Why an application of another account type has no such document (KYC-8). */
export function notForAccountType(kind: DocumentKind): string {
  return `${kind} is for ${DOCUMENTS[kind].accountTypes.join(' and ')} accounts only`;
}

/** Returns the documents of an application. */
export function documentsOf(manager: EntityManager, applicationId: string): Promise<KycDocumentEntity[]> {
  return manager.findBy(KycDocumentEntity, { applicationId });
}

/** Returns the ids of all documents of a user's applications, except those of one application. */
export async function documentIdsOfUser(
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
 * Records which documents a rejection names (KYC-64), instead of any before.
 *
 * @throws AppError VALIDATION_FAILED the application has no such document
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
  throw new AppError('VALIDATION_FAILED', 'documents must be of this application', { fields: ['documents'] });
}

/** Returns the documents that a rejection keeps: all but the named ones, and those that replaced a named one (KYC-65). */
export async function keptDocumentsOf(
  manager: EntityManager,
  { id, status }: KycApplicationEntity,
): Promise<KycDocumentEntity[]> {
  if (status !== 'rejected') return [];
  const documents = await documentsOf(manager, id);
  const isAnyNamed = documents.some(({ refusedDocumentId }) => refusedDocumentId !== null);
  return isAnyNamed
    ? documents.filter(({ documentId, refusedDocumentId }) => documentId !== refusedDocumentId)
    : [];
}

/**
 * Describes a document to attach. `requestField` is the request field to report errors under, where it differs from
 * `kind`.
 */
export function attachmentOf(
  kind: DocumentKind,
  objectId: string,
  requestField: string = kind,
): DocumentToAttach {
  const { accepts, subject: label } = DOCUMENTS[kind];
  return { field: requestField, objectId, accepts, label };
}
