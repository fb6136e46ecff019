import type { AccountType } from '../account-requests/account-request.dto.js';
import type { DocumentToAttach } from '../objects/objects.service.js';

/** The document fields of an application, as named in requests and responses. */
export const DOCUMENT_FIELDS = [
  'drivingLicenseFront',
  'drivingLicenseBack',
  'llcDocument',
  'einDocument',
] as const;
export type DocumentField = (typeof DOCUMENT_FIELDS)[number];

/** Stored object ids by field; null where there is no document. */
export type DocumentIds = Readonly<Record<DocumentField, string | null>>;

/** Accepted file type and label of each document (KYC-8). */
const RULES: Readonly<Record<DocumentField, Pick<DocumentToAttach, 'accepts' | 'label'>>> = {
  drivingLicenseFront: { accepts: 'image', label: 'The front of your driving license' },
  drivingLicenseBack: { accepts: 'image', label: 'The back of your driving license' },
  llcDocument: { accepts: 'image or PDF', label: 'The LLC document' },
  einDocument: { accepts: 'image or PDF', label: 'The EIN document' },
};

const BUSINESS_ONLY: readonly DocumentField[] = ['llcDocument', 'einDocument'];

/** Whether applications for this account type have the document (KYC-6, KYC-7). */
export function hasDocument(accountType: AccountType, field: DocumentField): boolean {
  return accountType === 'business' || !BUSINESS_ONLY.includes(field);
}

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
