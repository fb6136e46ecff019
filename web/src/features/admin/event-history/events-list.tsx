import { TableTime } from '@/components/time/bank-time';
import { DataTable, type Column } from '@/components/ui/data-table';
import { ExportLink } from '@/components/ui/export-link';
import type { LedgerEvent } from '@/lib/api/types';
import { bankTimeZone } from '@/lib/bank-time-zone';
import { zoneName } from '@/lib/time/bank-time';
import { ListPanel } from '../list-panel';
import { EventFilterBar } from './event-filter-bar';
import { EventLink } from './event-link';
import { toEventQuery, exportHref, useEventFilters } from './event-filters';
import { actorLabels, eventTypeLabel } from './event-labels';
import { FilterChips } from './filter-chips';
import { useEvents } from './queries/use-events';

/** The ledger's events that match the filters, newest first. */
export function EventsList() {
  const events = useEventFilters();
  const query = toEventQuery(events);
  const list = useEvents(query);
  return (
    <ListPanel
      title="Events"
      description={`Everything the ledger has recorded, newest first. Days are in ${zoneName(bankTimeZone())}.`}
      list={list}
      emptyTitle="No events yet"
      noMatchTitle={list.hasMore ? 'No matches among the newest events' : 'No events match your filters'}
      isFiltered={events.isFiltered}
      onClearFilters={events.clear}
      csvHref={exportHref('csv', query)}
      actions={<ExportLink href={exportHref('ndjson', query)}>NDJSON</ExportLink>}
      filters={
        <>
          <EventFilterBar events={events} />
          <FilterChips events={events} />
        </>
      }
    >
      {(rows) => (
        <DataTable caption="Events" columns={COLUMNS} rows={rows} rowKey={(row) => String(row.position)} />
      )}
    </ListPanel>
  );
}

const COLUMNS: Column<LedgerEvent>[] = [
  {
    id: 'text',
    header: 'What happened',
    isTitle: true,
    cell: (row) => (
      <>
        <EventLink position={row.position}>{row.text}</EventLink>
        <span className="block text-xs text-ink-3">{eventTypeLabel(row.type)}</span>
      </>
    ),
  },
  { id: 'actor', header: 'By', cell: (row) => <Actor actor={row.actor} /> },
  {
    id: 'time',
    header: 'Recorded',
    cell: (row) => <TableTime value={row.recordedAt} />,
  },
  { id: 'position', header: 'Position', isNumeric: true, cell: (row) => row.position },
];

function Actor({ actor }: Pick<LedgerEvent, 'actor'>) {
  const { name, role } = actorLabels(actor);
  return (
    <span className="block">
      <span className="block font-[550]">{name}</span>
      {name === role ? null : <span className="block text-xs text-ink-3">{role}</span>}
    </span>
  );
}
