import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { isVoidStatus } from '@moniker/common/transactions.js';
import { cn } from '@/lib/cn';
import { Badge, StatusBadge } from '../ui/status-badge';
import { Money } from '../ui/money';

/** A transaction as displayed in the payments list. */
export type LedgerEntry = {
  id: string;
  description: string;
  dateLabel: ReactNode;
  status: string;
  direction: 'in' | 'out';
  amountCents: number;
  netAmountCents: number;
  feeCents: number;
  /** The running balance. Null if nothing was posted; undefined if the list shows no balance. */
  balanceAfterCents?: number | null;
};

/** A list of transactions, connected by a vertical line. */
export function EntryList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className="divide-y divide-rule">
      {children}
    </ol>
  );
}

export type EntryRowProps = {
  entry: LedgerEntry;
  /** Link target of the row. Without it the row is not interactive. */
  link?: Pick<LinkProps, 'to' | 'state'>;
  /** An extra link in this row, on top of the link that covers the whole row. */
  action?: ReactNode;
};

export function EntryRow({ entry, link, action }: EntryRowProps) {
  const isIn = entry.direction === 'in';
  const isVoid = isVoidStatus(entry.status);
  const signedCents = isIn ? entry.amountCents : -entry.amountCents;
  return (
    <li className="group relative isolate flex items-start gap-3 py-3">
      <EntryIcon isIn={isIn} isVoid={isVoid} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <p className="text-sm font-[550] max-sm:line-clamp-2 sm:truncate" title={entry.description}>
            {link ? <RowLink link={link}>{entry.description}</RowLink> : entry.description}
          </p>
          <Money
            cents={signedCents}
            isSigned
            dimsCents={!isVoid}
            className={cn(
              'shrink-0 text-sm leading-5 font-semibold',
              isVoid ? 'text-ink-3 line-through' : isIn ? 'text-positive' : 'text-ink',
            )}
          />
        </div>
        <div className="tnum mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-3">
          <span className="whitespace-nowrap">{entry.dateLabel}</span>
          <StatusBadge status={entry.status} />
          {action}
          <EntryNotes entry={entry} />
          {typeof entry.balanceAfterCents === 'number' ? (
            <span className="w-full text-right sm:hidden">
              Balance <Money cents={entry.balanceAfterCents} dimsCents={false} />
            </span>
          ) : null}
        </div>
      </div>
      {entry.balanceAfterCents === undefined ? null : (
        <div className="hidden w-26 shrink-0 text-right text-sm leading-5 text-ink-3 sm:block">
          <BalanceAfter cents={entry.balanceAfterCents} />
        </div>
      )}
    </li>
  );
}

function BalanceAfter({ cents }: { cents: number | null }) {
  if (cents === null) {
    return (
      <>
        <span className="sr-only">Unchanged</span>
        <span aria-hidden="true">–</span>
      </>
    );
  }
  return (
    <>
      <span className="sr-only">Balance after: </span>
      <Money cents={cents} dimsCents={false} />
    </>
  );
}

/** Column headers for a list with a running balance. */
export function EntryColumnHeaders() {
  return (
    <div aria-hidden="true" className="caption hidden justify-end gap-3 pt-1 sm:flex">
      <span>Amount</span>
      <span className="w-26 text-right">Balance after</span>
    </div>
  );
}

/** Makes the whole row clickable; the link's accessible name is the description. */
function RowLink({ link, children }: { link: NonNullable<EntryRowProps['link']>; children: ReactNode }) {
  return (
    <Link
      {...link}
      className={cn(
        'outline-none after:absolute after:-inset-x-2 after:inset-y-0.5 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-accent',
        'before:absolute before:-inset-x-2 before:inset-y-0.5 before:-z-10 before:rounded-md before:transition-colors before:duration-120 hover:before:bg-hover',
      )}
    >
      {children}
    </Link>
  );
}

/** The fee if there is one, and the net amount if it differs from the amount (DASH-10). */
function EntryNotes({ entry }: { entry: LedgerEntry }) {
  const hasNet = entry.netAmountCents !== entry.amountCents;
  if (entry.feeCents <= 0 && !hasNet) return null;
  return (
    <span className="ml-auto flex flex-wrap items-center justify-end gap-x-2">
      {entry.feeCents > 0 ? (
        <Badge>
          Fee <Money cents={entry.feeCents} dimsCents={false} />
        </Badge>
      ) : null}
      {hasNet ? (
        <span className="whitespace-nowrap">
          Net <Money cents={entry.netAmountCents} dimsCents={false} />
        </span>
      ) : null}
    </span>
  );
}

function EntryIcon({ isIn, isVoid }: { isIn: boolean; isVoid: boolean }) {
  const Icon = isIn ? ArrowDownLeft : ArrowUpRight;
  return (
    <span className="relative shrink-0 self-stretch">
      <span
        aria-hidden="true"
        className="absolute -top-3 -bottom-3 left-1/2 w-px -translate-x-1/2 bg-rule-strong group-first:top-4 group-last:bottom-auto group-last:h-7 group-only:hidden"
      />
      <span
        className={cn(
          'relative flex size-8 items-center justify-center rounded-full border bg-sheet',
          isVoid
            ? 'border-rule-strong text-ink-3'
            : isIn
              ? 'border-accent text-accent'
              : 'border-ink-3 text-ink',
        )}
      >
        <Icon aria-hidden="true" className="size-4" />
        <span className="sr-only">{isIn ? 'Incoming' : 'Outgoing'}</span>
      </span>
    </span>
  );
}
