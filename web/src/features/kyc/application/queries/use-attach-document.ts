import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { DocumentKind } from '@moniker/common/applications.js';
import { unwrap, api } from '@/lib/api/client';
import type { ResponseBody } from '@/lib/api/types';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** Attaches an uploaded document to the KYC record, if there is one (KYC-17). */
export function useAttachDocument() {
  const client = useQueryClient();
  return useCallback(
    async (documentType: DocumentKind, documentUrl: string): Promise<void> => {
      const known = client.getQueryData<ResponseBody<'/api/kyc/status', 'get'>>(QUERY_KEYS.kycStatus);
      if (!known?.kyc) return;
      const body = { documentType, documentUrl };
      // A failure loses nothing, because the application that follows contains the path itself.
      await unwrap(api.POST('/api/kyc/upload-document', { body })).catch(() => undefined);
    },
    [client],
  );
}
