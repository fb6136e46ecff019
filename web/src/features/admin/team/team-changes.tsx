import { TableTime } from '@/components/time/bank-time';
import { DataTable, type Column } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import type { TeamChange } from '@/lib/api/types';
import { personName } from '../person';
import { roleLabel } from './roles';

/** The newest changes to the team, with their reasons. */
export function TeamChanges({ changes }: { changes: readonly TeamChange[] }) {
  return (
    <div className="mt-8">
      <h3 className="mb-2 font-semibold">Changes</h3>
      {changes.length === 0 ? (
        <EmptyState title="No changes yet">People who join or leave the team appear here.</EmptyState>
      ) : (
        <DataTable
          caption="Team changes"
          columns={COLUMNS}
          rows={[...changes]}
          rowKey={(change) => change.id}
        />
      )}
    </div>
  );
}

const KIND_LABELS: Record<TeamChange['kind'], string> = {
  granted: 'Role set',
  revoked: 'Removed',
  disabled: 'Access disabled',
  enabled: 'Access restored',
};

const COLUMNS: Column<TeamChange>[] = [
  {
    id: 'member',
    header: 'Member',
    isTitle: true,
    cell: ({ user }) => <span className="font-[550]">{personName(user)}</span>,
  },
  {
    id: 'kind',
    header: 'Change',
    cell: ({ kind, role }) => `${KIND_LABELS[kind]} (${roleLabel(role)})`,
  },
  { id: 'by', header: 'By', cell: ({ by }) => (by ? personName(by) : 'The operator') },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason }) => <span className="wrap-anywhere">{reason ?? 'Erased'}</span>,
  },
  { id: 'time', header: 'Time', cell: ({ changedAt }) => <TableTime value={changedAt} /> },
];
