import { ChevronRight } from 'lucide-react';
import { RelativeTime } from '@/components/time/bank-time';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Money } from '@/components/ui/money';
import { Skeleton } from '@/components/ui/skeleton';
import { StatusBadge } from '@/components/ui/status-badge';
import type { Proposal } from '@/lib/api/types';
import { cn } from '@/lib/cn';
import type { PagedList } from '@/lib/list/use-paged-list';
import { LoadMore } from '../load-more';
import { personName } from '../person';
import { CLOSED_REASONS, proposalTitle } from './actions';

type ProposalListProps = {
  label: string;
  list: PagedList<Proposal>;
  emptyTitle: string;
  emptyText: string;
  onOpen: (proposal: Proposal) => void;
};

/** A list of proposals, including its loading, empty and error states. Each row opens its proposal. */
export function ProposalList({ label, list, emptyTitle, emptyText, onOpen }: ProposalListProps) {
  const { rows } = list;
  if (rows === undefined && list.isError)
    return <ErrorState title={`We couldn't load the ${label.toLowerCase()}.`} onRetry={list.refetch} />;
  if (rows === undefined) {
    return (
      <div role="status" className="space-y-3 rounded-lg border border-rule bg-sheet p-4">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </div>
    );
  }
  if (rows.length === 0) return <EmptyState title={emptyTitle}>{emptyText}</EmptyState>;
  return (
    <>
      <ul
        aria-label={label}
        className="divide-y divide-rule overflow-hidden rounded-lg border border-rule bg-sheet"
      >
        {rows.map((proposal) => (
          <li key={proposal.id}>
            <ProposalRow proposal={proposal} onOpen={() => onOpen(proposal)} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} className="mt-4" />
    </>
  );
}

function ProposalRow({ proposal, onOpen }: { proposal: Proposal; onOpen: () => void }) {
  const {
    action,
    customer,
    amountCents,
    status,
    proposedBy,
    proposedAt,
    decidedBy,
    decidedAt,
    details,
    isMine,
    closedReason,
  } = proposal;
  // These details tell proposals with the same subject apart. Decided proposals no longer have them (APR-4).
  const change = details.find(({ label, value }) => label === 'Change' || isStatusChange(label, value));
  const isTaken = details.some(({ label, value }) => label === 'Amount' && value.startsWith('-'));
  const by = isMine ? 'you' : proposedBy;
  const people = customer ? [personName(customer), `proposed by ${by}`] : [`Proposed by ${by}`];
  if (decidedBy) people.push(decidedBy === proposedBy ? status : `${status} by ${decidedBy}`);
  if (closedReason) people.push(CLOSED_REASONS[closedReason].toLowerCase());
  return (
    <button
      type="button"
      onClick={onOpen}
      className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-3 text-left text-sm transition-colors duration-120 hover:bg-hover focus-visible:-outline-offset-2 lg:grid-cols-[minmax(0,1fr)_8rem_7rem_7rem_1rem] lg:gap-x-6"
    >
      <span className="truncate font-semibold">
        {proposalTitle(action)}
        {change ? `: ${change.value}` : null}
      </span>
      <span className="tnum text-right font-semibold lg:row-span-2">
        {/* The direction of a decided balance edit isn't known. */}
        {action === 'balance_edit' && details.length === 0 ? '±' : null}
        {amountCents === 0 ? null : <Money cents={isTaken ? -amountCents : amountCents} />}
      </span>
      <span className="line-clamp-3 text-ink-3 max-lg:row-span-2 lg:row-start-2 lg:line-clamp-2">
        {people.join(', ')}
      </span>
      <span
        className={cn(
          'text-right max-lg:col-start-2 max-lg:row-start-3 lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:text-left',
          status === 'pending' && 'max-lg:hidden',
        )}
      >
        <StatusBadge status={status} />
      </span>
      <RelativeTime
        value={decidedAt ?? proposedAt}
        isPointerOnly
        className="text-right whitespace-nowrap text-ink-3 lg:col-start-4 lg:row-span-2 lg:row-start-1"
      />
      <ChevronRight
        aria-hidden="true"
        className="size-4 text-ink-3 max-lg:hidden lg:col-start-5 lg:row-span-2 lg:row-start-1"
      />
    </button>
  );
}

/**
 * Whether a detail names both the current and the new status of a payment. If only the payment's date is to change, or
 * the payment is yet to be created, the detail contains a single status.
 */
function isStatusChange(label: string, value: string): boolean {
  return label === 'Payment status' && value.includes(' to ');
}
