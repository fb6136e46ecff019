import type { AccountSummary } from '@/lib/api/types';

/** Why Analytics is closed to the customer, or null when it is open (spec.md §5 and §6). */
export function analyticsBlockedReason({ kyc }: AccountSummary): string | null {
  return kyc?.status === 'approved' ? null : 'Complete KYC verification to access analytics';
}
