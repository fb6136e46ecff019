import type { ResponseBody } from '@/lib/api/types';

export type ApplicationState = 'open' | 'pending' | 'approved';

/** A rejection on either side opens the form again (spec.md §2, Apply for checking). */
export function applicationStateOf({
  kyc,
  accountRequest,
}: ResponseBody<'/api/kyc/status', 'get'>): ApplicationState {
  if (!kyc && !accountRequest) return 'open';
  if (kyc?.status === 'rejected' || accountRequest?.status === 'rejected') return 'open';
  const decisive = accountRequest ?? kyc;
  return decisive?.status === 'approved' ? 'approved' : 'pending';
}
