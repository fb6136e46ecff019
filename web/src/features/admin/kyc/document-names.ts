import type { AdminKyc } from '@/lib/api/types';

/** The documents of an application, in display order. */
export const KYC_DOCUMENTS = [
  { field: 'drivingLicenseFront', name: 'Driving license, front' },
  { field: 'drivingLicenseBack', name: 'Driving license, back' },
  { field: 'llcDocument', name: 'LLC document' },
  { field: 'einDocument', name: 'EIN document' },
] as const satisfies readonly { field: keyof AdminKyc; name: string }[];

/** The name of an SSN or document that was viewed. */
export function readLabel(what: string): string {
  return KYC_DOCUMENTS.find(({ field }) => field === what)?.name ?? 'Social Security number';
}
