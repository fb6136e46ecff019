import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '../api/client';
import { QUERY_KEYS } from './query-keys';

/**
 * Recipients whom the customer has paid, latest first (TRF-80). Refetched on each mount, because an admin may have
 * completed a transfer in the meantime.
 */
export function useRecipients() {
  return useQuery({
    queryKey: QUERY_KEYS.recipients,
    queryFn: () => unwrap(api.GET('/api/recipients')),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}
