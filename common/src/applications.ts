/** What a checking account is for (KYC-2). */
export const ACCOUNT_TYPES = ['personal', 'business'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** Statuses of applications for identity verification (KYC-1). */
export const KYC_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];

/** Statuses of account requests (ACC-3). */
export const ACCOUNT_REQUEST_STATUSES = ['pending', 'in_review', 'approved', 'rejected'] as const;
export type AccountRequestStatus = (typeof ACCOUNT_REQUEST_STATUSES)[number];

/** The documents of an application, as named in requests and responses. */
export const DOCUMENT_FIELDS = [
  'drivingLicenseFront',
  'drivingLicenseBack',
  'llcDocument',
  'einDocument',
] as const;
export type DocumentField = (typeof DOCUMENT_FIELDS)[number];

const BUSINESS_ONLY: readonly DocumentField[] = ['llcDocument', 'einDocument'];

/** Whether applications for this account type have the document (KYC-6, KYC-7). */
export function hasDocument(accountType: string, field: DocumentField): boolean {
  return accountType === 'business' || !BUSINESS_ONLY.includes(field);
}
