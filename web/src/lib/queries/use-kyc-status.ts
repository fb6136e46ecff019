import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { POLL_KYC_STATUS_MS } from '../constants';
import { KEYS } from './keys';

/** Where the customer's application stands; polled (spec.md §7). */
export function useKycStatus() {
  return useQuery({
    queryKey: KEYS.kycStatus,
    queryFn: () => answerOf(api.GET('/api/kyc/status')),
    refetchInterval: POLL_KYC_STATUS_MS,
  });
}
