import { Popover } from 'radix-ui';
import type { RefObject } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { NotificationList } from './notification-list';
import type { useNotifications } from './queries/use-notifications';

type NotificationPopoverProps = {
  anchor: RefObject<HTMLButtonElement | null>;
  query: ReturnType<typeof useNotifications>;
  onClose: () => void;
};

const SKELETON_COUNT = 4;

/**
 * A popover below the bell with the newest notifications. Pressing Escape, following a link or clicking outside
 * closes it.
 */
export function NotificationPopover({ anchor, query, onClose }: NotificationPopoverProps) {
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          aria-labelledby="notifications-title"
          align="end"
          sideOffset={6}
          collisionPadding={12}
          onInteractOutside={(event) => {
            // The bell's own click closes the popover. Closing it here first would make that click reopen it.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.current?.focus({ preventScroll: true });
          }}
          className="animate-rise z-40 flex max-h-[min(32rem,var(--radix-popover-content-available-height))] w-[min(24rem,calc(100vw-1.5rem))] flex-col rounded-lg border border-rule-strong bg-sheet outline-none"
        >
          <h2 id="notifications-title" className="border-b border-rule px-4 py-3 text-base font-semibold">
            Notifications
          </h2>
          <div className="overflow-y-auto overscroll-contain">
            {query.isPending ? <NotificationSkeletons /> : null}
            {query.isError && !query.data ? (
              <div className="p-4">
                <ErrorState
                  title="We couldn't load your notifications."
                  onRetry={() => void query.refetch()}
                />
              </div>
            ) : null}
            {query.data ? <NotificationList notifications={query.data} onFollow={onClose} /> : null}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function NotificationSkeletons() {
  return (
    <div role="status" className="divide-y divide-rule">
      <span className="sr-only">Loading notifications</span>
      {Array.from({ length: SKELETON_COUNT }, (_, index) => (
        <div key={index} className="space-y-2 py-3.5 pr-4 pl-8">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-3 w-28" />
        </div>
      ))}
    </div>
  );
}
