import type { ResponseBody } from '@/lib/api/types';

/** `verified`: the identity check is approved, and only the account request is pending (KYC-71). */
export type ApplicationState = 'open' | 'pending' | 'verified' | 'approved';

/**
 * Whether the page shows the form (`open`) or a status (KYC-15). A rejection of the identity check or of the account
 * request reopens the form (KYC-16).
 */
export function getApplicationState({
  kyc,
  accountRequest,
}: ResponseBody<'/api/kyc/status', 'get'>): ApplicationState {
  if (!kyc && !accountRequest) return 'open';
  if (kyc?.status === 'rejected' || accountRequest?.status === 'rejected') return 'open';
  const decisive = accountRequest ?? kyc;
  if (decisive?.status === 'approved') return 'approved';
  return kyc?.status === 'approved' ? 'verified' : 'pending';
}
