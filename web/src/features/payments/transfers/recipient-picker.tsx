import { AtSign, Landmark } from 'lucide-react';
import { useId, useState } from 'react';
import { HANDLE_WORD } from '@moniker/common/brand.js';
import { ErrorState } from '@/components/ui/error-state';
import { Avatar } from '@/components/ui/avatar';
import { SearchInput } from '@/components/ui/input';
import type { Recipient } from '@/lib/api/types';
import { getInitials } from '@/lib/format';
import type { useRecipients } from '@/lib/queries/use-recipients';
import { useSession } from '@/lib/session';
import { MonikerFinder } from './moniker-finder';
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
  { value: 'moniker', label: `$${HANDLE_WORD}`, Icon: AtSign },
] as const;

/** Whom the customer has paid (TRF-80), and how a new recipient is named: by numbers or a moniker (TRF-106, TRF-138). */
export function RecipientPicker({ recipients, way, onWayChange, onChoose, onFound }: RecipientPickerProps) {
  const [search, setSearch] = useState('');
  const canPayMonikers = useSession().user?.canPayMonikers === true;
  const headingId = useId();
  const hasFailed = recipients.isError && !recipients.data;
  const all = recipients.data ?? [];
  if (all.length === 0 && !canPayMonikers && !hasFailed) return null;
  const found = findRecipients(all, search);
  return (
    <section aria-labelledby={headingId} className="mb-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={headingId} className="text-base font-semibold">
          Send to
        </h2>
        {all.length > SHOWN_RECIPIENTS ? (
          <SearchInput
            label="Search recipients"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="w-full sm:w-56"
          />
        ) : null}
      </div>
      {hasFailed ? (
        <ErrorState title="Your recipients could not be loaded." onRetry={() => void recipients.refetch()} />
      ) : null}
      {found.length > 0 ? (
        <ul className="mt-3 gap-2 max-sm:-mx-4 max-sm:flex max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-1 sm:grid sm:grid-cols-3">
          {found.map((recipient) => (
            <li key={recipient.id} className="max-sm:w-20 max-sm:shrink-0">
              <RecipientButton recipient={recipient} onClick={() => onChoose(recipient)} />
            </li>
          ))}
        </ul>
      ) : null}
      <p role="status" className="my-3 text-sm text-ink-3">
        {found.length === 0 && all.length > 0 ? 'No recipients found.' : null}
      </p>
      {canPayMonikers ? (
        <>
          <WayChoice label="New recipient by" ways={WAYS} value={way} onChange={onWayChange} />
          {way === 'moniker' ? <MonikerFinder onFound={onFound} /> : null}
        </>
      ) : null}
    </section>
  );
}

type RecipientButtonProps = { recipient: Recipient; onClick: () => void };

/** On a phone, a narrow tile in a row that scrolls sideways. */
function RecipientButton({ recipient, onClick }: RecipientButtonProps) {
  const { recipientName, recipientAccount, recipientMoniker } = recipient;
  const last = <span translate="no">{recipientAccount.slice(-4)}</span>;
  return (
    <button
      type="button"
      onClick={onClick}
      className="relative flex h-full w-full items-center gap-3 rounded-md border-rule-strong bg-sheet text-left text-sm transition-colors duration-120 hover:bg-hover max-sm:flex-col max-sm:gap-1.5 max-sm:px-1 max-sm:py-1.5 max-sm:text-center max-sm:text-xs sm:min-h-14 sm:border sm:px-3 sm:py-2"
    >
      <Avatar initials={getInitials(...recipientName.split(/\s+/).slice(0, 2))} />
      <span className="min-w-0 max-sm:w-full">
        <bdi translate="no" className="line-clamp-2 font-[550] wrap-anywhere">
          {recipientName}
        </bdi>
        <span className="tnum block truncate text-xs text-ink-3">
          {recipientMoniker === null ? (
            <>
              <span className="max-sm:sr-only">ending in </span>
              {last}
            </>
          ) : (
            <>
              <span translate="no">{`$${recipientMoniker}`}</span>
              <span className="max-sm:sr-only">, ending in {last}</span>
            </>
          )}
        </span>
      </span>
    </button>
  );
}
