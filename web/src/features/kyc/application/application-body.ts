import { type DocumentKind, hasDocument } from '@moniker/common/applications.js';
import type { RequestBody } from '@/lib/api/types';
import type { ApplicationValues } from './application-values';
import type { DocumentPaths } from './documents';

/**
 * The request body of an application. Company fields are sent only for a business (KYC-8), and of the documents only those
 * that were uploaded now: the API keeps the others, if nobody has changed them (KYC-67).
 */
export function toKycRequestBody(
  values: ApplicationValues,
  uploaded: DocumentPaths,
): RequestBody<'/api/kyc/create', 'post'> {
  const { companyName, accountType, ssn, ...person } = values;
  const documents = Object.entries(uploaded).filter(([kind]) =>
    hasDocument(accountType, kind as DocumentKind),
  );
  const base = { ...person, ...(ssn && { ssn }), ...(Object.fromEntries(documents) as DocumentPaths) };
  if (accountType !== 'business') return { ...base, accountType: 'personal' };
  return {
    ...base,
    accountType: 'business',
    ...(companyName.trim() && { companyName: companyName.trim() }),
  };
}
