import { Link, useNavigate } from 'react-router-dom';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import type { WorkItem, WorkKind } from '@/lib/api/types';
import type { PagedList } from '@/lib/list/use-paged-list';
import { useShortcuts } from '@/lib/shortcuts';
import { LoadMore } from '../load-more';
import { QueueRow } from './queue-row';
import { useRowFocus } from './use-row-focus';
import { itemAddress, isDialogItem, type Decision } from './work-items';

type QueueListProps = { list: PagedList<WorkItem>; kind: WorkKind | '' };

/**
 * The list of waiting items, including its loading, empty and error states, with keyboard shortcuts to move between
 * items and to decide on them (ADM-34).
 */
export function QueueList({ list, kind }: QueueListProps) {
  const { rows } = list;
  const navigate = useNavigate();
  const focus = useRowFocus(rows);
  const decide = (decision: Decision) => {
    const index = focus.current();
    const item = rows?.[index];
    if (!item || item.kind === 'chat') return;
    focus.remember({ id: item.id, index });
    void navigate(itemAddress(item, kind, decision), {
      replace: isDialogItem(item),
      preventScrollReset: true,
    });
  };
  useShortcuts({
    j: () => focus.step(1),
    k: () => focus.step(-1),
    a: () => decide('approve'),
    r: () => decide('reject'),
  });
  if (rows === undefined && list.isError)
    return <ErrorState title="We couldn't load the work queue." onRetry={list.refetch} />;
  if (rows === undefined) return <RowSkeletons />;
  if (rows.length === 0) return <NothingWaiting kind={kind} />;
  return (
    <>
      <ul
        {...focus.listProps}
        aria-label="Waiting items"
        className="divide-y divide-rule overflow-hidden rounded-lg border border-rule bg-sheet"
      >
        {rows.map((item, index) => (
          <li key={`${item.kind} ${item.id}`}>
            <QueueRow item={item} kindFilter={kind} onOpen={() => focus.remember({ id: item.id, index })} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} className="mt-4" />
    </>
  );
}

function NothingWaiting({ kind }: { kind: WorkKind | '' }) {
  if (kind !== '') {
    const showAll = (
      <Link to="/admin/queue" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        Show all types
      </Link>
    );
    return <EmptyState title="Nothing of this type is waiting" action={showAll} />;
  }
  return <EmptyState title="Nothing is waiting">New items for your role appear here.</EmptyState>;
}

function RowSkeletons() {
  return (
    <div role="status" className="space-y-3 rounded-lg border border-rule bg-sheet p-4">
      <span className="sr-only">Loading</span>
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className="h-10" />
      ))}
    </div>
  );
}
