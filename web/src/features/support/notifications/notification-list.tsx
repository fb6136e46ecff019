import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { RelativeTime } from '@/components/time/bank-time';
import { EmptyState } from '@/components/ui/empty-state';
import { AmountText } from '@/components/ui/money';
import type { Notification, Notifications } from '@/lib/api/types';
import { useMarkNotificationsRead } from './queries/use-mark-notifications-read';

type NotificationListProps = { notifications: Notifications; onFollow: () => void };

/** Showing the list marks it as read (NTF-3). Items that were unread stay highlighted while it is open. */
export function NotificationList({ notifications, onFollow }: NotificationListProps) {
  const { items, unreadCount } = notifications;
  const [readBefore] = useState(() => new Set(items.filter(({ isRead }) => isRead).map(keyOf)));
  const { mutate: markRead } = useMarkNotificationsRead();
  const newest = Math.max(0, ...items.map(({ id }) => id));
  const hasUnread = unreadCount > 0;
  useEffect(() => {
    if (hasUnread) markRead(newest);
  }, [newest, hasUnread, markRead]);
  if (items.length === 0) {
    return (
      <div className="p-4">
        <EmptyState title="No notifications yet">Updates about your payments will appear here.</EmptyState>
      </div>
    );
  }
  return (
    <ul aria-label="Newest first" className="divide-y divide-rule">
      {items.map((item) => (
        <NotificationItem
          key={keyOf(item)}
          item={item}
          isUnread={!readBefore.has(keyOf(item))}
          onFollow={onFollow}
        />
      ))}
    </ul>
  );
}

// Requests for money all have the id 0, so the link tells them apart (NTF-4).
const keyOf = ({ id, href }: Notification) => `${id} ${href}`;

type NotificationItemProps = { item: Notification; isUnread: boolean; onFollow: () => void };

function NotificationItem({ item, isUnread, onFollow }: NotificationItemProps) {
  return (
    <li>
      <Link
        to={item.href}
        onClick={onFollow}
        className="relative block py-3 pr-4 pl-8 last:rounded-b-lg hover:bg-hover focus-visible:-outline-offset-2"
      >
        {isUnread ? (
          <span
            aria-hidden="true"
            className="absolute top-[1.125rem] left-3.5 size-2 rounded-full bg-accent forced-color-adjust-none"
          />
        ) : null}
        <span className={isUnread ? 'block text-sm font-semibold' : 'block text-sm font-[550] text-ink-2'}>
          {isUnread ? <span className="sr-only">Unread: </span> : null}
          {item.title}
        </span>
        <span className="mt-0.5 block text-sm text-ink-2">
          <AmountText>{item.text}</AmountText>
        </span>
        <span className="mt-1 block text-xs text-ink-3">
          <RelativeTime value={item.at} isPointerOnly />
        </span>
      </Link>
    </li>
  );
}
