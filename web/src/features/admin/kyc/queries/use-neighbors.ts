import { useQuery } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';

/** The API's maximum page size. If more applications are waiting, later ones appear once earlier ones are decided. */
const MAX_LISTED = 100;

/** The waiting applications before and after the given one, oldest first. */
export type Neighbors = {
  /** The application's place among the waiting ones, counted from 1; 0 if it isn't waiting. */
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
