import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { invalidateQueries } from './invalidate-queries';

/** Invalidates dependent queries when polled data changes. `keys` must be a stable reference. */
export function useInvalidateOnChange(data: unknown, keys: readonly QueryKey[]): void {
  const client = useQueryClient();
  const previous = useRef(data);
  useEffect(() => {
    if (previous.current && data !== previous.current) void invalidateQueries(client, keys);
    previous.current = data;
  }, [client, data, keys]);
}
