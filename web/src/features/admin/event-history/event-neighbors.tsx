import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LedgerEventDetail } from '@/lib/api/types';
import { formatCount } from '@/lib/format';
import { EventLink } from './event-link';

/** Links to the previous and the next event, in the log and in the event's stream. */
export function EventNeighbors({ event }: { event: LedgerEventDetail }) {
  return (
    <nav aria-label="Neighboring events" className="divide-y divide-rule border-y border-rule text-sm">
      <Row label="In the log" previous={event.previousInLog} next={event.nextInLog} />
      <Row label="In its stream" previous={event.previousInStream} next={event.nextInStream} />
    </nav>
  );
}

type RowProps = { label: string; previous: number | null; next: number | null };

function Row({ label, previous, next }: RowProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <span className="text-ink-3">{label}</span>
      <span className="tnum flex items-center gap-4">
        <Neighbor position={previous} none="First">
          <ArrowLeft aria-hidden="true" className="size-3.5" />
          <span className="sr-only">Previous {label.toLowerCase()}: event</span>
          {previous === null ? null : formatCount(previous)}
        </Neighbor>
        <Neighbor position={next} none="Newest">
          <span className="sr-only">Next {label.toLowerCase()}: event</span>
          {next === null ? null : formatCount(next)}
          <ArrowRight aria-hidden="true" className="size-3.5" />
        </Neighbor>
      </span>
    </div>
  );
}

type NeighborProps = { position: number | null; none: string; children: ReactNode };

function Neighbor({ position, none, children }: NeighborProps) {
  if (position === null) return <span className="text-ink-3">{none}</span>;
  return (
    <EventLink position={position} isReplacing>
      <span className="inline-flex min-h-11 items-center gap-1.5">{children}</span>
    </EventLink>
  );
}
