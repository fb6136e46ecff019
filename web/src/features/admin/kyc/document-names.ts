import type { AdminKyc } from '@/lib/api/types';

/** The documents of an application, in the order in which they are looked at. */
export const KYC_DOCUMENTS = [
  { field: 'drivingLicenseFront', name: 'Driving license, front' },
  { field: 'drivingLicenseBack', name: 'Driving license, back' },
  { field: 'llcDocument', name: 'LLC document' },
  { field: 'einDocument', name: 'EIN document' },
] as const satisfies readonly { field: keyof AdminKyc; name: string }[];

/** What was looked at, in words. */
export function readLabel(what: string): string {
  return KYC_DOCUMENTS.find(({ field }) => field === what)?.name ?? 'Social Security number';
}
