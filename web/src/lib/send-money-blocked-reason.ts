import type { AccountSummary } from './api/types';

/** Why the customer cannot send money, or null if they can (TRF-12, KYC-22). */
export function sendMoneyBlockedReason(summary: AccountSummary): string | null {
  if (summary.kyc?.status === 'rejected') {
    return 'Your KYC application was rejected. Submit a new application to send money.';
  }
  if (!summary.accountRequest?.accountNumber) return 'Complete account setup to send money';
  return null;
}
