import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '../api/client';
import { POLL_KYC_STATUS_MS } from '../constants';
import { QUERY_KEYS } from './query-keys';
import { useInvalidateOnChange } from './use-invalidate-on-change';

const DEPENDENT = [QUERY_KEYS.accountSummary, QUERY_KEYS.notifications];

/** Where the customer's application stands; polled (spec.md §7). A decision is in the summary too, and is news. */
export function useKycStatus() {
  const query = useQuery({
    queryKey: QUERY_KEYS.kycStatus,
    queryFn: () => unwrap(api.GET('/api/kyc/status')),
    refetchInterval: POLL_KYC_STATUS_MS,
  });
  useInvalidateOnChange(query.data, DEPENDENT);
  return query;
}
