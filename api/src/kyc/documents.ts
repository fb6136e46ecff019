import type { AccountType } from '../account-requests/account-request.dto.js';
import type { DocumentToAttach } from '../objects/objects.service.js';

/** The documents of an application, under the names that requests and answers give them. */
export const DOCUMENT_FIELDS = [
  'drivingLicenseFront',
  'drivingLicenseBack',
  'llcDocument',
  'einDocument',
] as const;
export type DocumentField = (typeof DOCUMENT_FIELDS)[number];

/** Ids of stored objects; null for a document that there is not. */
export type DocumentIds = Readonly<Record<DocumentField, string | null>>;

/** What each may be, and what it is called (spec.md §5). */
const RULES: Readonly<Record<DocumentField, Pick<DocumentToAttach, 'accepts' | 'label'>>> = {
  drivingLicenseFront: { accepts: 'image', label: 'The front of your driving license' },
  drivingLicenseBack: { accepts: 'image', label: 'The back of your driving license' },
  llcDocument: { accepts: 'image or PDF', label: 'The LLC document' },
  einDocument: { accepts: 'image or PDF', label: 'The EIN document' },
};

const BUSINESS_ONLY: readonly DocumentField[] = ['llcDocument', 'einDocument'];

/** Whether an application for this type of account has the document. */
export function hasDocument(accountType: AccountType, field: DocumentField): boolean {
  return accountType === 'business' || !BUSINESS_ONLY.includes(field);
}

/** The document as it is to be attached; `from` is the field of the request, where that has another name. */
export function attachmentOf(field: DocumentField, objectId: string, from: string = field): DocumentToAttach {
  return { field: from, objectId, ...RULES[field] };
}

export function documentIdsOf(documents: DocumentIds): string[] {
  return DOCUMENT_FIELDS.flatMap((field) => documents[field] ?? []);
}
