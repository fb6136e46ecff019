import { BalanceFigures } from '@/components/ledger/balance-figures';
import { EntryList, EntryRow } from '@/components/ledger/entry-list';
import { LogoMark } from '@/components/layout/logo';
import { Avatar } from '@/components/ui/avatar';
import { SAMPLE_ENTRIES, SAMPLE_HELD_CENTS, SAMPLE_TOTAL_CENTS } from './sample-entries';

/** A phone that shows the real dashboard components with sample data. */
export function PhoneMockup() {
  return (
    <figure className="relative w-full max-w-[21rem] rounded-[2.75rem] border border-rule-strong bg-ink/5 p-2 dark:bg-paper">
      <figcaption className="sr-only">
        A phone showing a sample account with its balance and latest transactions
      </figcaption>
      <div className="overflow-hidden rounded-[2.25rem] border border-rule-strong bg-paper">
        <div aria-hidden="true" className="flex justify-center pt-2.5">
          <span className="h-1.5 w-20 rounded-full bg-rule-strong" />
        </div>
        <div className="flex items-center justify-between px-5 pt-4">
          <LogoMark className="size-7" />
          <Avatar initials="AM" className="size-8" />
        </div>
        <div className="px-5 pt-5 pb-5">
          <BalanceFigures
            isCompact
            totalCents={SAMPLE_TOTAL_CENTS}
            availableCents={SAMPLE_TOTAL_CENTS - SAMPLE_HELD_CENTS}
            heldCents={SAMPLE_HELD_CENTS}
          />
        </div>
        <div className="border-t border-rule bg-sheet px-5 pt-3 pb-4">
          <p className="caption">Recent Transactions</p>
          <EntryList label="Sample transactions">
            {SAMPLE_ENTRIES.slice(0, 4).map(({ balanceAfterCents: _, ...entry }) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </EntryList>
        </div>
      </div>
    </figure>
  );
}
