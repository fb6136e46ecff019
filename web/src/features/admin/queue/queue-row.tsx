import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { RelativeTime } from '@/components/time/bank-time';
import { Money } from '@/components/ui/money';
import { StatusBadge } from '@/components/ui/status-badge';
import type { WorkItem } from '@/lib/api/types';
import { nameOf } from '../person';
import { addressOf, describeWork, isDialogItem, WORK_KINDS } from './work-items';

type QueueRowProps = { item: WorkItem; kindFilter: string; onOpen: () => void };

/** One waiting item: a link to it. */
export function QueueRow({ item, kindFilter, onOpen }: QueueRowProps) {
  const { Icon } = WORK_KINDS[item.kind];
  return (
    <Link
      to={addressOf(item, kindFilter)}
      replace={isDialogItem(item)}
      preventScrollReset={isDialogItem(item)}
      onClick={onOpen}
      className="grid grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 text-sm transition-colors duration-120 hover:bg-hover focus-visible:-outline-offset-2 lg:grid-cols-[2.25rem_minmax(0,1fr)_8rem_7rem_6rem_1rem] lg:gap-x-6"
    >
      <span className="flex size-9 items-center justify-center rounded-full bg-sunken text-ink-2">
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-semibold">{nameOf(item.user)}</span>
        <span className="block truncate text-ink-3">{describeWork(item)}</span>
      </span>
      <span className="flex flex-col items-end gap-1 lg:contents">
        <span className="tnum font-semibold lg:text-right">
          {item.amountCents === null ? null : <Money cents={item.amountCents} />}
        </span>
        <span className="max-lg:hidden">{item.status ? <StatusBadge status={item.status} /> : null}</span>
        <RelativeTime
          value={item.since}
          isPointerOnly
          className="whitespace-nowrap text-ink-3 lg:text-right"
        />
      </span>
      <ChevronRight aria-hidden="true" className="size-4 text-ink-3 max-lg:hidden" />
    </Link>
  );
}
