import type { AccountSummary } from '@/lib/api/types';

/** Why the customer cannot use Analytics, or null if they can (ANA-1). */
export function analyticsBlockedReason({ kyc }: AccountSummary): string | null {
  return kyc?.status === 'approved' ? null : 'Complete KYC verification to access analytics';
}
