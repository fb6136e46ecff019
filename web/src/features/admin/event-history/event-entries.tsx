import { Link } from 'react-router-dom';
import { Money } from '@/components/ui/money';
import type { LedgerEventDetail } from '@/lib/api/types';

type Entry = LedgerEventDetail['entries'][number];

/** The event's entries with the resulting balances. The amounts sum to zero. */
export function EventEntries({ event: { entries, position } }: { event: LedgerEventDetail }) {
  if (entries.length === 0) return <p className="text-sm text-ink-3">This event didn't move any money.</p>;
  return (
    <section aria-labelledby="entries-title">
      <h3 id="entries-title" className="text-sm font-semibold">
        Entries
      </h3>
      <ul className="mt-1 divide-y divide-rule border-b border-rule text-sm">
        {entries.map((entry) => (
          <EntryRow key={entry.accountId} entry={entry} position={position} />
        ))}
      </ul>
    </section>
  );
}

function EntryRow({ entry, position }: { entry: Entry; position: number }) {
  const { accountId, name, amountCents, holdCents, postedAfterCents, heldAfterCents } = entry;
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to={{ search: balanceSearch(accountId, position) }}
          className="font-[550] underline decoration-rule-strong underline-offset-4 hover:decoration-accent"
        >
          {name}
        </Link>
        <span className="font-semibold">
          {amountCents !== 0 ? <Money cents={amountCents} isSigned /> : null}
          {amountCents !== 0 && holdCents !== 0 ? ', ' : null}
          {holdCents !== 0 ? <Hold cents={holdCents} /> : null}
        </span>
      </div>
      <p className="mt-0.5 text-xs text-ink-3">
        Balance after: <Money cents={postedAfterCents} dimsCents={false} />
        {heldAfterCents !== 0 ? (
          <>
            , <Money cents={heldAfterCents} dimsCents={false} /> of it on hold
          </>
        ) : null}
      </p>
    </li>
  );
}

function Hold({ cents }: { cents: number }) {
  return (
    <>
      <Money cents={Math.abs(cents)} /> {cents > 0 ? 'put on hold' : 'released from hold'}
    </>
  );
}

/** The search string of the view that shows an account's balance right after an event. */
function balanceSearch(accountId: string, position: number): string {
  return new URLSearchParams({
    tab: 'history',
    view: 'balance',
    of: accountId,
    at: String(position),
  }).toString();
}
