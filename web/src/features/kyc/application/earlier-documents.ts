import type { DocumentKind } from '@moniker/common/applications.js';
import type { ResponseBody } from '@/lib/api/types';
import type { Slots } from './use-documents';

/** The customer's last application. */
export type Kyc = NonNullable<ResponseBody<'/api/kyc/status', 'get'>['kyc']>;

/** The documents of an application that the bank has, with what to say of each. */
export function slotsOf(documents: Kyc['documents'], noteOf: (kind: DocumentKind) => string): Slots {
  return Object.fromEntries(
    documents.map(({ kind, path, pages }) => {
      const isOnePage = pages === 1;
      const note = isOnePage ? noteOf(kind) : `${noteOf(kind)}, ${pages} pages`;
      // All pages as one PDF.
      return [kind, { stored: { path, note, viewPath: isOnePage ? path : `${path}/pdf` } }];
    }),
  );
}

/**
 * After a rejection that named documents, those that the next application keeps: the others, and replacements that were
 * uploaded before the page was reloaded (FILE-36).
 */
export function keptDocuments(kyc: Kyc | null): Slots {
  if (kyc === null || kyc.documentsToReplace.length === 0) return {};
  return slotsOf(
    kyc.documents.filter(({ isRefused }) => !isRefused),
    (kind) => (kyc.documentsToReplace.includes(kind) ? 'Uploaded' : 'Kept from your last application'),
  );
}
