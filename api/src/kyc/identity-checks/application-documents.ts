import { type EntityManager, In } from 'typeorm';
import { DOCUMENT_KINDS, type DocumentKind, DOCUMENTS } from '@moniker/common/applications.js';
import { AppError } from '../../http/app-error.js';
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
