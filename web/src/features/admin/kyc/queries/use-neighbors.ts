import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** The API's maximum page size. If more applications are waiting, later ones appear once earlier ones are decided. */
const MAX_LISTED = 100;

/** Where an application stands among the waiting ones, oldest first, and the IDs of its neighbors. */
export type Neighbors = {
  /** The application's place in the list, counted from 1; 0 if it isn't listed. */
  place: number;
  count: number;
  next: string | undefined;
  previous: string | undefined;
};

export function useNeighbors(id: string): Neighbors {
  const { data } = useQuery({
    queryKey: [...QUERY_KEYS.adminWorkQueue, 'neighbors'],
    queryFn: () =>
      unwrap(api.GET('/api/admin/work-queue', { params: { query: { kind: 'kyc', limit: MAX_LISTED } } })),
    staleTime: 0,
  });
  const ids = data?.items.map((item) => item.id) ?? [];
  const index = ids.indexOf(id);
  // If this application isn't waiting, the next one is the oldest waiting one.
  return { place: index + 1, count: ids.length, next: ids[index + 1], previous: ids[index - 1] };
}
