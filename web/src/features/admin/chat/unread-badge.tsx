import { useUnreadCount } from './queries/use-unread-count';
import { CountBadge } from '../count-badge';

/** The unread count of all conversations, shown on the tab. */
export function UnreadBadge() {
  const { data } = useUnreadCount();
  if (!data || data.unreadCount === 0) return null;
  return (
    <span className="ml-2">
      <CountBadge count={data.unreadCount} noun="unread" />
    </span>
  );
}
