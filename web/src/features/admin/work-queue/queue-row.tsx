import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { RelativeTime } from '@/components/time/bank-time';
import { Money } from '@/components/ui/money';
import { StatusBadge } from '@/components/ui/status-badge';
import type { WorkItem } from '@/lib/api/types';
import { cn } from '@/lib/cn';
import { personName } from '../person';
import { itemAddress, describeWork, isDialogItem, WORK_KINDS } from './work-items';

type QueueRowProps = { item: WorkItem; kindFilter: string; onOpen: () => void };

/** One waiting item, as a link. */
export function QueueRow({ item, kindFilter, onOpen }: QueueRowProps) {
  const { Icon } = WORK_KINDS[item.kind];
  return (
    <Link
      to={itemAddress(item, kindFilter)}
      replace={isDialogItem(item)}
      preventScrollReset={isDialogItem(item)}
      onClick={onOpen}
      className="grid grid-cols-[2.25rem_minmax(0,1fr)_auto] max-[20rem]:grid-cols-[0_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 text-sm transition-colors duration-120 hover:bg-hover focus-visible:-outline-offset-2 lg:grid-cols-[2.25rem_minmax(0,1fr)_8rem_7rem_6rem_1rem] lg:gap-x-6"
    >
      <span className="row-span-2 flex size-9 items-center justify-center rounded-full bg-sunken text-ink-2 max-[20rem]:hidden">
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <span className="col-start-2 truncate font-semibold">{personName(item.user)}</span>
      <span
        className={cn(
          'col-start-2 text-ink-3 max-lg:line-clamp-2 lg:truncate',
          item.amountCents === null && 'max-lg:col-span-2',
        )}
      >
        {describeWork(item)}
      </span>
      {item.amountCents === null ? null : (
        <span className="tnum col-start-3 row-start-2 text-right font-semibold max-lg:self-start lg:row-span-2 lg:row-start-1">
          {item.kind === 'proposal' && item.detail === 'balance_edit' ? '±' : null}
          <Money cents={item.amountCents} />
        </span>
      )}
      <span className="col-start-4 row-span-2 row-start-1 max-lg:hidden">
        {item.status ? <StatusBadge status={item.status} /> : null}
      </span>
      <RelativeTime
        value={item.since}
        isPointerOnly
        className="col-start-3 row-start-1 text-right whitespace-nowrap text-ink-3 lg:col-start-5 lg:row-span-2 lg:row-start-1"
      />
      <ChevronRight
        aria-hidden="true"
        className="col-start-6 row-span-2 row-start-1 size-4 text-ink-3 max-lg:hidden"
      />
    </Link>
  );
}
