import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refresh } from './refresh';

/** Refreshes what depends on polled data when a poll brings something new. `keys` must be a constant. */
export function useRefreshOnChange(data: unknown, keys: readonly QueryKey[]): void {
  const client = useQueryClient();
  const seen = useRef(data);
  useEffect(() => {
    if (seen.current && data !== seen.current) void refresh(client, keys);
    seen.current = data;
  }, [client, data, keys]);
}
