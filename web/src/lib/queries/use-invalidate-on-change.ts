import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { invalidateQueries } from './invalidate-queries';

/** Refreshes what depends on polled data when a poll brings something new. `keys` must be a constant. */
export function useInvalidateOnChange(data: unknown, keys: readonly QueryKey[]): void {
  const client = useQueryClient();
  const seen = useRef(data);
  useEffect(() => {
    if (seen.current && data !== seen.current) void invalidateQueries(client, keys);
    seen.current = data;
  }, [client, data, keys]);
}
