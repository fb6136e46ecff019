import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '../api/client';
import { POLL_KYC_STATUS_MS } from '../constants';
import { QUERY_KEYS } from './query-keys';
import { useInvalidateOnChange } from './use-invalidate-on-change';

const DEPENDENT = [QUERY_KEYS.accountSummary, QUERY_KEYS.notifications];

/**
 * The status of the customer's KYC application; polled (UI-11). A change also affects the summary and notifications.
 */
export function useKycStatus() {
  const query = useQuery({
    queryKey: QUERY_KEYS.kycStatus,
    queryFn: () => unwrap(api.GET('/api/kyc/status')),
    refetchInterval: POLL_KYC_STATUS_MS,
  });
  useInvalidateOnChange(query.data, DEPENDENT);
  return query;
}
