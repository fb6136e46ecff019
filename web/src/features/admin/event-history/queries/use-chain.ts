import { useQuery, useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { ChainStatus } from '@/lib/api/types';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useMutation } from '@/lib/queries/use-mutation';

const CHAIN_KEY = [...QUERY_KEYS.adminEventHistory, 'chain'];
const POLL_RUNNING_MS = 1_000;
const POLL_IDLE_MS = 15_000;

/** Whether a verification is waiting for the worker or running. */
export function isVerificationPending({ latest }: ChainStatus): boolean {
  return latest?.status === 'waiting' || latest?.status === 'running';
}

/** The end of the log and its latest verifications; polled faster while one is waiting or running. */
export function useChain() {
  return useQuery({
    queryKey: CHAIN_KEY,
    queryFn: () => unwrap(api.GET('/api/admin/event-history/chain')),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && isVerificationPending(state.data) ? POLL_RUNNING_MS : POLL_IDLE_MS,
  });
}

/** Asks the worker to verify the whole ledger. */
export function useVerifyChain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/admin/event-history/verifications')),
    onSuccess: (status) => client.setQueryData(CHAIN_KEY, status),
  });
}
