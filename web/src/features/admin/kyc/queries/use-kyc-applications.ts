import { answerOf, api } from '@/lib/api/client';
import type { Query } from '@/lib/api/types';
import { usePages } from '@/lib/list/use-pages';
import { KEYS } from '@/lib/queries/keys';

/** The KYC applications that match, page by page; the server refuses filters that it does not know. */
export function useKycApplications(filters: Readonly<Record<string, string>>) {
  return usePages([...KEYS.adminKycApplications, 'list', filters], (cursor) =>
    answerOf(
      api.GET('/api/admin/kyc-applications', {
        params: {
          query: { ...(filters as Query<'/api/admin/kyc-applications'>), ...(cursor && { cursor }) },
        },
      }),
    ),
  );
}
