import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useInvalidateAfterMutations } from '@/lib/queries/use-invalidate-after-mutations';
import { useWorkCounts } from './queries/use-work-counts';

/** Keeps the work queue and its counts current on every screen that an admin opens (ADM-32). Renders nothing. */
export function WorkQueueUpdates() {
  useWorkCounts({ isPolling: true });
  // Refetches even after an error, because another admin may have decided first.
  useInvalidateAfterMutations(QUERY_KEYS.adminWorkQueue, () => true);
  return null;
}
