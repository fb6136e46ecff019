import type { RequestBody } from '@/lib/api/types';
import type { ApplicationValues } from './application-values';
import type { DocumentPaths } from './documents';

/** The submission (spec.md §3, KYC submission payload); the company's parts only for a business. */
export function toKycRequestBody(
  values: ApplicationValues,
  paths: DocumentPaths,
): RequestBody<'/api/kyc/create', 'post'> {
  const { companyName, accountType, ...person } = values;
  const { drivingLicenseFront = '', drivingLicenseBack = '', llcDocument, einDocument } = paths;
  const base = { ...person, drivingLicenseFront, drivingLicenseBack };
  if (accountType !== 'business') return { ...base, accountType: 'personal' };
  return {
    ...base,
    accountType: 'business',
    ...(companyName.trim() && { companyName: companyName.trim() }),
    ...(llcDocument && { llcDocument }),
    ...(einDocument && { einDocument }),
  };
}
