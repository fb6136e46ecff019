import { type DocumentKind, documentsFor } from '@moniker/common/applications.js';
import type { RequestBody } from '@/lib/api/types';
import type { ApplicationValues } from './application-values';
import type { DocumentPaths } from './documents';

/** The request body of an application. Company fields are sent only for a business (KYC-8). */
export function toKycRequestBody(
  values: ApplicationValues,
  paths: DocumentPaths,
): RequestBody<'/api/kyc/create', 'post'> {
  const { companyName, accountType, ...person } = values;
  const documents = documentsFor(accountType).map((kind) => [kind, paths[kind] ?? '']);
  const base = { ...person, ...(Object.fromEntries(documents) as Record<DocumentKind, string>) };
  if (accountType !== 'business') return { ...base, accountType: 'personal' };
  return {
    ...base,
    accountType: 'business',
    ...(companyName.trim() && { companyName: companyName.trim() }),
  };
}
