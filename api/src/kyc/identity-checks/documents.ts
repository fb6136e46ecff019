import { DOCUMENT_FIELDS, type DocumentField } from '@moniker/common/applications.js';
import type { DocumentToAttach } from '../documents/objects.service.js';

/** Stored object ids by field; null where there is no document. */
export type DocumentIds = Readonly<Record<DocumentField, string | null>>;

/** Accepted file type and label of each document (KYC-8). */
const RULES: Readonly<Record<DocumentField, Pick<DocumentToAttach, 'accepts' | 'label'>>> = {
  drivingLicenseFront: { accepts: 'image', label: 'The front of your driving license' },
  drivingLicenseBack: { accepts: 'image', label: 'The back of your driving license' },
  llcDocument: { accepts: 'image or PDF', label: 'The LLC document' },
  einDocument: { accepts: 'image or PDF', label: 'The EIN document' },
};

/**
 * Describes a document to attach. `requestField` is the request field to report errors under, where it differs from
 * `field`.
 */
export function attachmentOf(
  field: DocumentField,
  objectId: string,
  requestField: string = field,
): DocumentToAttach {
  return { field: requestField, objectId, ...RULES[field] };
}

export function documentIdsOf(documents: DocumentIds): string[] {
  return DOCUMENT_FIELDS.flatMap((field) => documents[field] ?? []);
}
