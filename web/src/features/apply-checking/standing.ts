import type { Answer } from '@/lib/api/types';

export type Standing = 'open' | 'pending' | 'approved';

/** A rejection on either side opens the form again (spec.md §2, Apply for checking). */
export function standingOf({ kyc, accountRequest }: Answer<'/api/kyc/status', 'get'>): Standing {
  if (!kyc && !accountRequest) return 'open';
  if (kyc?.status === 'rejected' || accountRequest?.status === 'rejected') return 'open';
  const decisive = accountRequest ?? kyc;
  return decisive?.status === 'approved' ? 'approved' : 'pending';
}
