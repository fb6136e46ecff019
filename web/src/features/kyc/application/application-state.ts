import type { ResponseBody } from '@/lib/api/types';

export type ApplicationState = 'open' | 'pending' | 'approved';

/** Whether the page shows the form (`open`) or a status (KYC-15). Either rejection reopens the form (KYC-16). */
export function applicationStateOf({
  kyc,
  accountRequest,
}: ResponseBody<'/api/kyc/status', 'get'>): ApplicationState {
  if (!kyc && !accountRequest) return 'open';
  if (kyc?.status === 'rejected' || accountRequest?.status === 'rejected') return 'open';
  const decisive = accountRequest ?? kyc;
  return decisive?.status === 'approved' ? 'approved' : 'pending';
}
