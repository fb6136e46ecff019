import { BankTime } from '@/components/time/bank-time';
import { Dialog } from '@/components/ui/dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { ApiError } from '@/lib/api/api-error';
import type { LedgerEventDetail } from '@/lib/api/types';
import { formatCount } from '@/lib/format';
import { EventChain } from './event-chain';
import { EventEntries } from './event-entries';
import { EventMetadata } from './event-metadata';
import { EventLink } from './event-link';
import { EventNeighbors } from './event-neighbors';
import { EventPayload } from './event-payload';
import { eventTypeLabel } from './event-labels';
import { useEvent } from './queries/use-event';

type EventDialogProps = { position: number; onClose: () => void };

/** One event with its entries, metadata, hash, payload and related events. It has its own URL, which can be shared. */
export function EventDialog({ position, onClose }: EventDialogProps) {
  const { data, error, isPending, refetch } = useEvent(position);
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="lg"
      title={`Event ${formatCount(position)}`}
      {...(data && !error && { description: eventTypeLabel(data.type) })}
    >
      {isPending ? <Skeleton className="h-96" /> : null}
      {isMissing ? <EmptyState title="The log has no event at this position." /> : null}
      {error && !isMissing ? (
        <ErrorState title="We couldn't load this event." onRetry={() => void refetch()} />
      ) : null}
      {data && !error ? <EventContent event={data} /> : null}
    </Dialog>
  );
}

function EventContent({ event }: { event: LedgerEventDetail }) {
  return (
    <div className="space-y-6">
      <div>
        <p className="text-base font-semibold text-balance">{event.text}</p>
        <p className="mt-1 text-sm text-ink-3">
          <BankTime value={event.recordedAt} />
        </p>
      </div>
      <EventNeighbors event={event} />
      <EventEntries event={event} />
      <EventMetadata event={event} />
      <EventChain event={event} />
      <EventPayload payload={event.payload} />
      {event.correlated.length > 0 ? <Correlated events={event.correlated} /> : null}
    </div>
  );
}

function Correlated({ events }: { events: LedgerEventDetail['correlated'] }) {
  return (
    <section aria-labelledby="correlated-title">
      <h3 id="correlated-title" className="text-sm font-semibold">
        Recorded by the same request
      </h3>
      <ul className="mt-1 divide-y divide-rule text-sm">
        {events.map(({ position, text }) => (
          <li key={position} className="flex gap-3 py-2">
            <span className="tnum shrink-0 text-ink-3">{formatCount(position)}</span>
            <EventLink position={position} isReplacing>
              {text}
            </EventLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
