import { CountBadge } from '../count-badge';
import { useWorkCounts } from './queries/use-work-counts';

/** The number of waiting items, next to “Admin” in the navigation (ADM-32). */
export function WaitingBadge() {
  const { data } = useWorkCounts();
  return <CountBadge count={data?.total ?? 0} noun="waiting" />;
}
