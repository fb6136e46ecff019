import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** Replaces a document of the customer's own application (KYC-17). */
export function useReplaceDocument() {
  const client = useQueryClient();
  return useCallback(
    async (body: RequestBody<'/api/kyc/upload-document', 'post'>): Promise<void> => {
      try {
        await unwrap(api.POST('/api/kyc/upload-document', { body }));
      } finally {
        // Refetches even after a refusal, because the application may have been decided in the meantime.
        void invalidateQueries(client, [QUERY_KEYS.kycStatus]);
      }
    },
    [client],
  );
}
