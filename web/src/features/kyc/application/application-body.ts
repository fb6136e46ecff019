import { documentsFor } from '@moniker/common/applications.js';
import type { RequestBody } from '@/lib/api/types';
import type { ApplicationValues } from './application-values';
import type { Documents } from './use-documents';

/**
 * The request body for an application. Company fields are sent only for a business (KYC-8). Only newly uploaded
 * documents are sent. The API takes the others from the last application, unless that application was changed
 * after the customer submitted it (KYC-67).
 */
export function toKycRequestBody(
  values: ApplicationValues,
  uploaded: Documents['uploaded'],
): RequestBody<'/api/kyc/create', 'post'> {
  const { companyName, accountType, ssn, ...person } = values;
  const documents = Object.fromEntries(documentsFor(accountType).map((kind) => [kind, uploaded[kind]]));
  const base = { ...person, ...(ssn && { ssn }), ...documents };
  if (accountType !== 'business') return { ...base, accountType: 'personal' };
  return {
    ...base,
    accountType: 'business',
    ...(companyName.trim() && { companyName: companyName.trim() }),
  };
}
