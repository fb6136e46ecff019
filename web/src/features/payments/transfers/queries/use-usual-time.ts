import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { usualTimeText } from '../usual-time';

/** Says how long transfers usually take; undefined until it is loaded (TRF-85). */
export function useUsualTime(): string | undefined {
  const { data } = useQuery({
    queryKey: QUERY_KEYS.usualTransferTime,
    queryFn: () => unwrap(api.GET('/api/transfer/usual-time')),
  });
  return data && usualTimeText(data.businessDays);
}
