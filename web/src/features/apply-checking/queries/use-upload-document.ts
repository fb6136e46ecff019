import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { Answer } from '@/lib/api/types';
import { KEYS } from '@/lib/queries/keys';
import type { DocumentType } from '../documents';
import { uploadFile } from '../upload-file';

type Input = { documentType: DocumentType; file: File };

/** Uploads a document; while a KYC record exists it is put there too (spec.md §7). */
export function useUploadDocument() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ documentType, file }: Input) => {
      const documentUrl = await uploadFile(file);
      const known = client.getQueryData<Answer<'/api/kyc/status', 'get'>>(KEYS.kycStatus);
      if (known?.kyc) {
        // The application that follows carries the path itself, so a refusal here loses nothing.
        const body = { documentType, documentUrl };
        await answerOf(api.POST('/api/kyc/upload-document', { body })).catch(() => undefined);
      }
      return documentUrl;
    },
  });
}
