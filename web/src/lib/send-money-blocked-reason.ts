import type { AccountSummary } from './api/types';

/** Why Send Money is closed to the customer, or null when it is open (spec.md §5 and §6). */
export function sendMoneyBlockedReason(summary: AccountSummary): string | null {
  if (summary.kyc?.status === 'rejected') {
    return 'Your KYC application was rejected. Submit a new application to send money.';
  }
  if (!summary.accountRequest?.accountNumber) return 'Complete account setup to send money';
  return null;
}
