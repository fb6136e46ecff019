import { ArrowRight, LayoutDashboard } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { MAX_WORK_COUNTED } from '@moniker/common/limits.js';
import { PageTitle } from '@/components/layout/page-title';
import { buttonClass } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import type { WorkCounts, WorkKind } from '@/lib/api/types';
import { formatAge } from '@/lib/time/age';
import { formatCount } from '@/lib/format';
import { useUrlFilters } from '@/lib/list/use-url-filters';
import { usePermitted, WORK_PERMISSIONS } from '@/lib/permissions';
import { ShortcutsHelp } from '../keyboard/shortcuts-help';
import { OpenItem } from './open-item';
import { useWorkCounts } from './queries/use-work-counts';
import { useWorkQueue } from './queries/use-work-queue';
import { QueueList } from './queue-list';
import {
  itemAddress,
  parseDecision,
  isDialogItem,
  parseOpenItem,
  WORK_KINDS,
  WORK_KIND_NAMES,
} from './work-items';

/** The work queue: everything that waits for an admin, oldest first (ADM-31). */
export function QueuePage() {
  const { filters, set } = useUrlFilters(['kind', 'item', 'decide']);
  const isPermitted = usePermitted();
  const kinds = WORK_KIND_NAMES.filter((name) => isPermitted(WORK_PERMISSIONS[name]));
  const kind = kinds.find((name) => name === filters.kind) ?? '';
  const list = useWorkQueue(kind);
  const counts = useWorkCounts();
  const open = parseOpenItem(filters.item);
  const [oldest] = list.rows ?? [];
  useOpenNext(
    list.isFetching ? undefined : list.rows && (oldest ? itemAddress(oldest, kind) : '/admin/queue'),
  );
  return (
    <>
      <PageTitle>Work Queue</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="display text-3xl">Work Queue</h1>
          <p role="status" className="mt-1 min-h-6 text-ink-2">
            {counts.data ? waitingSummary(counts.data, kind, counts.dataUpdatedAt) : ''}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <ShortcutsHelp />
          <Link to="/admin" className={buttonClass({ variant: 'secondary' })}>
            <LayoutDashboard aria-hidden="true" className="size-4 max-[22rem]:hidden" />
            Admin Dashboard
          </Link>
          {oldest ? (
            <Link to={itemAddress(oldest, kind)} replace={isDialogItem(oldest)} className={buttonClass()}>
              Next Item
              <ArrowRight aria-hidden="true" className="size-4 max-[22rem]:hidden" />
            </Link>
          ) : null}
        </div>
      </div>
      <div className="mt-4 mb-3 sm:mt-6 sm:w-64">
        <KindFilter
          kinds={kinds}
          counts={counts.data}
          value={kind}
          onChange={(next) => set({ kind: next })}
        />
      </div>
      <QueueList list={list} kind={kind} />
      {open ? (
        <OpenItem
          key={`${filters.item} ${filters.decide}`}
          {...open}
          decision={parseDecision(filters.decide)}
          onClose={() => set({ item: '', decide: '' })}
        />
      ) : null}
    </>
  );
}

/** Opens the oldest item if the URL is `/admin/queue?next`, the target of “Next Item” after a review. */
function useOpenNext(address: string | undefined): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isNext = params.has('next');
  useEffect(() => {
    if (isNext && address !== undefined) void navigate(address, { replace: true });
  }, [isNext, address, navigate]);
}

function waitingSummary({ total, kinds }: WorkCounts, kind: WorkKind | '', now: number): string {
  const chosen = kinds.filter((one) => kind === '' || one.kind === kind);
  const count = kind === '' ? total : (chosen[0]?.count ?? 0);
  if (total === 0) return 'Nothing is waiting';
  if (count === 0) return `None waiting, ${formatCount(total)} of other types`;
  const isCapped = chosen.some((one) => one.count >= MAX_WORK_COUNTED);
  const oldest = chosen.map(({ oldestSince }) => oldestSince).sort()[0] ?? '';
  return `${formatCount(count)}${isCapped ? ' or more' : ''} waiting, oldest ${formatAge(oldest, now)}`;
}

type KindFilterProps = {
  /** The kinds that the admin's role decides on. */
  kinds: readonly WorkKind[];
  counts: WorkCounts | undefined;
  value: WorkKind | '';
  onChange: (kind: string) => void;
};

function KindFilter({ kinds, counts, value, onChange }: KindFilterProps) {
  const waitingCount = (kind: string) => counts?.kinds.find((one) => one.kind === kind)?.count ?? 0;
  const numbered = (label: string, count: number) => (counts ? `${label} (${formatCount(count)})` : label);
  return (
    <Select aria-label="Type" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{numbered('All types', counts?.total ?? 0)}</option>
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          {numbered(WORK_KINDS[kind].many, waitingCount(kind))}
        </option>
      ))}
    </Select>
  );
}
