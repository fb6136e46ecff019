import { type DocumentKind, DOCUMENTS, hasDocument } from '@moniker/common/applications.js';
import type { AdminKyc } from '@/lib/api/types';

export function documentName(kind: DocumentKind): string {
  return DOCUMENTS[kind].name;
}

/** The name of an SSN or document that was viewed. */
export function readLabel(what: 'ssn' | 'replacedDocument' | DocumentKind): string {
  if (what === 'replacedDocument') return 'a document that has since been replaced';
  return what === 'ssn' ? 'Social Security number' : documentName(what);
}

/** What the customer entered and a document must confirm. */
export function enteredFor(kind: DocumentKind, kyc: AdminKyc): string {
  const person = `${kyc.firstName} ${kyc.lastName}`;
  if (hasDocument('personal', kind)) return `${person}, ${kyc.address}`;
  return [kyc.companyName, person].filter(Boolean).join(', ');
}
