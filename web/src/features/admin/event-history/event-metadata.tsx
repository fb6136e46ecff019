import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Exact } from '@/components/ui/exact';
import type { LedgerEventDetail } from '@/lib/api/types';
import { formatCount } from '@/lib/format';
import type { EventFilterName } from './event-filters';
import { actorLabels } from './event-labels';

/**
 * Actor, customer, transaction, time, stream, correlation and causation. Values that the list can filter by are
 * links.
 */
export function EventMetadata({ event }: { event: LedgerEventDetail }) {
  const { actor, customer, transactionId, correlationId, causationId } = event;
  const { name, role } = actorLabels(actor);
  const by = name === role ? name : `${name}, as ${role.toLowerCase()}`;
  return (
    <DetailList className="border-y border-rule">
      <Detail term="By">
        {actor.person ? (
          <Filtered name="actor" value={actor.person.id}>
            {by}
          </Filtered>
        ) : (
          by
        )}
      </Detail>
      {customer ? (
        <Detail term="Customer">
          <Filtered name="customer" value={customer.id}>
            {customer.name}
          </Filtered>
        </Detail>
      ) : null}
      {transactionId ? (
        <Detail term="Transaction">
          <Filtered name="transaction" value={transactionId}>
            <Exact>{transactionId}</Exact>
          </Filtered>
        </Detail>
      ) : null}
      <Detail term="Recorded, UTC">{event.recordedAt.replace('T', ' ').replace('Z', '')}</Detail>
      <Detail term="Stream">
        <Exact className="break-all">{event.stream}</Exact>, version {formatCount(event.version)}
      </Detail>
      <Detail term="Request (correlation)">
        {correlationId ? (
          <Filtered name="correlation" value={correlationId}>
            <Exact>{correlationId}</Exact>
          </Filtered>
        ) : (
          'None'
        )}
      </Detail>
      <Detail term="Caused by">
        {causationId ? <Exact className="break-all">{causationId}</Exact> : 'This request'}
      </Detail>
    </DetailList>
  );
}

type FilteredProps = { name: EventFilterName; value: string; children: ReactNode };

/** Links to all events with this value. */
function Filtered({ name, value, children }: FilteredProps) {
  return (
    <Link
      to={{ search: new URLSearchParams({ tab: 'history', [name]: value }).toString() }}
      className="break-all underline decoration-rule-strong underline-offset-4 hover:decoration-accent"
    >
      {children}
    </Link>
  );
}
