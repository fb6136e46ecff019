import type { AccountSummary, User } from './api/types';

export const FROZEN = 'Your account is frozen. Please contact support.';

/** Why the customer cannot send money, or null if they can (TRF-12, KYC-22, ADM-60). */
export function sendMoneyBlockedReason(
  summary: AccountSummary,
  user: Pick<User, 'status'> | null,
): string | null {
  if (user?.status === 'frozen') return FROZEN;
  if (summary.kyc?.status === 'rejected') {
    return 'Your KYC application was rejected. Submit a new application to send money.';
  }
  // A request keeps its account number when its approval is withdrawn, but the number no longer works.
  if (summary.accountRequest?.status !== 'approved') return 'Complete account setup to send money';
  return null;
}
