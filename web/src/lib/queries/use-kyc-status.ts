import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { POLL_KYC_STATUS_MS } from '../constants';
import { KEYS } from './keys';
import { useRefreshOnChange } from './use-refresh-on-change';

const DEPENDENT = [KEYS.accountSummary, KEYS.notifications];

/** Where the customer's application stands; polled (spec.md §7). A decision is in the summary too, and is news. */
export function useKycStatus() {
  const query = useQuery({
    queryKey: KEYS.kycStatus,
    queryFn: () => answerOf(api.GET('/api/kyc/status')),
    refetchInterval: POLL_KYC_STATUS_MS,
  });
  useRefreshOnChange(query.data, DEPENDENT);
  return query;
}
