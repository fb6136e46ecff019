import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { unwrap, api } from '@/lib/api/client';
import type { ResponseBody } from '@/lib/api/types';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import type { DocumentType } from '../documents';

/** While a KYC record exists, an uploaded document is put there too (spec.md §7). */
export function useAttachDocument() {
  const client = useQueryClient();
  return useCallback(
    async (documentType: DocumentType, documentUrl: string): Promise<void> => {
      const known = client.getQueryData<ResponseBody<'/api/kyc/status', 'get'>>(QUERY_KEYS.kycStatus);
      if (!known?.kyc) return;
      const body = { documentType, documentUrl };
      // The application that follows carries the path itself, so a refusal here loses nothing.
      await unwrap(api.POST('/api/kyc/upload-document', { body })).catch(() => undefined);
    },
    [client],
  );
}
