import { useUnreadCount } from './queries/use-unread-count';
import { UnreadCount } from './unread-count';

/** The unread count of all conversations, shown on the tab. */
export function UnreadBadge() {
  const { data } = useUnreadCount();
  if (!data || data.unreadCount === 0) return null;
  return (
    <span className="ml-2">
      <UnreadCount count={data.unreadCount} />
    </span>
  );
}
