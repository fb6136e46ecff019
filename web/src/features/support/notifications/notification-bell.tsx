import { Bell } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { iconButtonClass } from '@/components/ui/button';
import { cn } from '@/lib/cn';
import { useNotifications } from './queries/use-notifications';

const COUNT_MAX = 9;

// Loaded when the bell is first hovered or focused, because the positioning code is large.
const loadPopover = () => import('./notification-popover');
const NotificationPopover = lazy(async () => ({ default: (await loadPopover()).NotificationPopover }));

/** The header's bell with the number of unread notifications (DASH-2, NTF-1). */
export function NotificationBell() {
  const query = useNotifications();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const count = query.data?.unreadCount ?? 0;
  // The accessible name contains the badge's text, so users of voice control can say what they see.
  const countLabel = count > COUNT_MAX ? `${COUNT_MAX}+` : String(count);
  const preload = () => void loadPopover().catch(() => undefined);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={count > 0 ? `Notifications, ${countLabel} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title="Notifications"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setIsOpen(!isOpen)}
        className={cn(iconButtonClass, 'relative')}
      >
        <Bell aria-hidden="true" />
        {count > 0 ? <CountBadge label={countLabel} /> : null}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <NotificationPopover anchor={button} query={query} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function CountBadge({ label }: { label: string }) {
  return (
    <span
      aria-hidden="true"
      className="tnum absolute top-0 left-1/2 flex h-4.5 min-w-4.5 items-center justify-center rounded-full border-2 border-paper bg-accent px-1 text-[0.6875rem] leading-none font-semibold text-on-accent"
    >
      {label}
    </span>
  );
}
