import { TableTime } from '@/components/time/bank-time';
import { DataTable, type Column } from '@/components/ui/data-table';
import type { AccessEntry, EventPerson } from '@/lib/api/types';
import { bankTimeZone } from '@/lib/bank-time-zone';
import { formatCount } from '@/lib/format';
import { toQueryParams } from '@/lib/list/use-url-filters';
import { formatBankTime, zoneName } from '@/lib/time/bank-time';
import { ListPanel } from '../../list-panel';
import { EventLink } from '../event-link';
import { AccessFilterBar } from './access-filter-bar';
import { accessLabel, filtersText, objectText, type AccessQuery } from './access-labels';
import { useAccessFilters } from './use-access-filters';
import { useAccesses } from './use-accesses';

/** Who read which personal data, and failed sign-ins, newest first (LOG-8). */
export function AccessList() {
  const accesses = useAccessFilters();
  const list = useAccesses(toQueryParams(accesses.filters) as AccessQuery);
  return (
    <ListPanel
      title="Access log"
      description={`Who viewed which personal data, newest first, and failed sign-ins by account and hour. Repeated views within ten minutes usually count as one entry, unless the people or filters differ. Filtering by a customer also shows lists that included that customer. Days are in ${zoneName(bankTimeZone())}.`}
      list={list}
      emptyTitle="No access recorded yet"
      noMatchTitle="No entries match your filters"
      isFiltered={accesses.isFiltered}
      onClearFilters={accesses.clear}
      filters={<AccessFilterBar accesses={accesses} />}
    >
      {(rows) => (
        <DataTable
          caption="Access log"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ position }) => String(position)}
        />
      )}
    </ListPanel>
  );
}

const COLUMNS: Column<AccessEntry>[] = [
  {
    id: 'what',
    header: 'What was viewed',
    isTitle: true,
    cell: (row) => (
      <>
        <span className="font-[550]">{accessLabel(row.action)}</span>
        <Details entry={row} />
      </>
    ),
  },
  { id: 'actor', header: 'By', cell: ({ actor }) => (actor ? <Name person={actor} /> : 'System') },
  {
    id: 'customer',
    header: 'Customer',
    isBlank: ({ customer }) => customer === null,
    cell: ({ customer }) => (customer ? <Name person={customer} /> : '–'),
  },
  { id: 'time', header: 'Recorded', cell: ({ recordedAt }) => <TableTime value={recordedAt} /> },
  { id: 'position', header: 'Entry', isNumeric: true, cell: ({ position }) => formatCount(position) },
];

function Name({ person: { name, email } }: { person: EventPerson }) {
  return (
    <span className="block">
      <span className="block">{name}</span>
      {email ? <span className="block text-xs break-all text-ink-3">{email}</span> : null}
    </span>
  );
}

/**
 * The details of an entry: how many people a list showed or how many sign-ins failed, the object that was read, and
 * the filters in use.
 */
function Details({ entry }: { entry: AccessEntry }) {
  const { action, object, filters } = entry;
  const texts = [
    countText(entry),
    object !== null && action !== 'event' ? objectText(action, object) : null,
    filters.length > 0 ? filtersText(filters) : null,
  ].filter((text) => text !== null);
  return (
    <span className="block text-xs text-ink-3">
      {action === 'event' && object !== null ? (
        <EventLink position={Number(object)}>Position {formatCount(Number(object))}</EventLink>
      ) : null}
      {texts.join(' · ')}
    </span>
  );
}

function countText({ action, count, customer, hour }: AccessEntry): string | null {
  if (action === 'failed-sign-ins') {
    const tries = `${formatCount(count ?? 0)} ${count === 1 ? 'try' : 'tries'}`;
    const whose = customer === null ? ' with unregistered email addresses' : '';
    return hour === null ? tries : `${tries}${whose} in the hour starting ${formatBankTime(hour)}`;
  }
  if (count === null || count < 2) return null;
  return `${formatCount(count)} people`;
}
