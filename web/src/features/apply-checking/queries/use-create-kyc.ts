import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Body } from '@/lib/api/types';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

/** Submits the application; it makes a KYC record and an account request. */
export function useCreateKyc() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'/api/kyc/create', 'post'>) => answerOf(api.POST('/api/kyc/create', { body })),
    onSuccess: () => void refresh(client, [KEYS.kycStatus, KEYS.accountSummary]),
  });
}
