import { AtSign, Landmark } from 'lucide-react';
import { useId, useState } from 'react';
import { HANDLE_WORD } from '@moniker/common/brand.js';
import { ErrorState } from '@/components/ui/error-state';
import { SearchInput } from '@/components/ui/input';
import type { Recipient } from '@/lib/api/types';
import type { useRecipients } from '@/lib/queries/use-recipients';
import { useSession } from '@/lib/session';
import { FIND_FAILED, MonikerFinder } from './moniker-finder';
import { unpaidPeople } from './people';
import { KnownPeople, PersonTile, PersonTiles } from './person-tiles';
import { usePeople } from './queries/use-people';
import type { RecipientWay } from './recipient-way';
import { findRecipients, SHOWN_RECIPIENTS, type FoundRecipient } from './recipients';
import { WayChoice } from './way-choice';

export type Recipients = Pick<ReturnType<typeof useRecipients>, 'data' | 'isError' | 'refetch'>;

type RecipientPickerProps = {
  recipients: Recipients;
  way: RecipientWay;
  onWayChange: (way: RecipientWay) => void;
  onChoose: (recipient: Recipient) => void;
  onFound: (found: FoundRecipient) => void;
};

const WAYS = [
  { value: 'account', label: 'Bank account', Icon: Landmark },
  { value: 'moniker', label: <span translate="no">{`$${HANDLE_WORD}`}</span>, Icon: AtSign },
] as const;

/**
 * Recipients whom the customer has paid (TRF-80) or knows (TRF-152). Below them, the choice of how to enter a new
 * recipient: by bank account or by moniker (TRF-106, TRF-138).
 */
export function RecipientPicker({ recipients, way, onWayChange, onChoose, onFound }: RecipientPickerProps) {
  const [search, setSearch] = useState('');
  const canPayMonikers = useSession().user?.canPayMonikers === true;
  const headingId = useId();
  const hasFailed = recipients.isError && !recipients.data;
  const all = recipients.data ?? [];
  const found = findRecipients(all, search);
  const [isSearching, setIsSearching] = useState(false);
  // With enough paid recipients to fill the list, other people need not be loaded.
  const people = usePeople(
    all,
    canPayMonikers && (all.length < SHOWN_RECIPIENTS || isSearching || way === 'moniker'),
  );
  if (all.length === 0 && !canPayMonikers && !hasFailed) return null;
  const others = unpaidPeople(people, search).slice(0, SHOWN_RECIPIENTS - found.length);
  return (
    <section aria-labelledby={headingId} className="mb-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={headingId} className="text-base font-semibold">
          Send to
        </h2>
        {all.length >= SHOWN_RECIPIENTS ? (
          <SearchInput
            label="Search recipients"
            value={search}
            onFocus={() => setIsSearching(true)}
            onChange={(event) => setSearch(event.target.value)}
            className="w-full sm:w-56"
          />
        ) : null}
      </div>
      {hasFailed ? (
        <ErrorState title="We couldn't load your recipients." onRetry={() => void recipients.refetch()} />
      ) : null}
      {found.length + others.length > 0 ? (
        <PersonTiles>
          {found.map((recipient) => (
            <PersonTile key={recipient.id} name={recipient.recipientName} onClick={() => onChoose(recipient)}>
              <RecipientNumbers recipient={recipient} />
            </PersonTile>
          ))}
          <KnownPeople people={others} onFound={onFound} onKnown={onChoose} failure={FIND_FAILED} />
        </PersonTiles>
      ) : null}
      <p role="status" className="mt-3 text-sm text-ink-3">
        {found.length + others.length === 0 && all.length > 0 ? 'No recipients found.' : null}
      </p>
      {canPayMonikers ? (
        <>
          <WayChoice label="New recipient by" ways={WAYS} value={way} onChange={onWayChange} />
          {way === 'moniker' ? <MonikerFinder people={people} onFound={onFound} onKnown={onChoose} /> : null}
        </>
      ) : null}
    </section>
  );
}

/** The text below a recipient's name: the moniker, if any, and the end of the account number. */
function RecipientNumbers({ recipient: { recipientAccount, recipientMoniker } }: { recipient: Recipient }) {
  const last = <span translate="no">{recipientAccount.slice(-4)}</span>;
  if (recipientMoniker === null) {
    return (
      <>
        <span className="max-sm:sr-only">ending in </span>
        {last}
      </>
    );
  }
  return (
    <>
      <span translate="no">{`$${recipientMoniker}`}</span>
      <span className="max-sm:sr-only">, ending in {last}</span>
    </>
  );
}
