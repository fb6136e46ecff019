import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { Avatar } from '@/components/ui/avatar';
import { SearchInput } from '@/components/ui/input';
import type { Recipient } from '@/lib/api/types';
import { cn } from '@/lib/cn';
import { getInitials } from '@/lib/format';
import type { useRecipients } from '@/lib/queries/use-recipients';
import { findRecipients, isRecipientOf, SHOWN_RECIPIENTS } from './recipients';
import type { TransferValues } from './transfer-values';

export type Recipients = Pick<ReturnType<typeof useRecipients>, 'data' | 'isError' | 'refetch'>;

type RecipientPickerProps = {
  recipients: Recipients;
  values: TransferValues;
  onChoose: (recipient: Recipient | null) => void;
};

/** Whom the customer has paid, above the form (TRF-80). Shows nothing until they have paid somebody. */
export function RecipientPicker({ recipients, values, onChoose }: RecipientPickerProps) {
  const [search, setSearch] = useState('');
  const headingId = useId();
  if (recipients.isError && !recipients.data) {
    return (
      <div className="mb-6">
        <ErrorState title="Your recipients could not be loaded." onRetry={() => void recipients.refetch()} />
      </div>
    );
  }
  const all = recipients.data ?? [];
  if (all.length === 0) return null;
  const found = findRecipients(all, search);
  return (
    <section aria-labelledby={headingId} className="mb-6 border-b border-rule pb-6">
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
      <ul className="mt-3 grid grid-cols-1 gap-2 xs:grid-cols-2 sm:grid-cols-3">
        {found.map((recipient) => (
          <li key={recipient.id}>
            <RecipientButton
              recipient={recipient}
              isChosen={isRecipientOf(values, recipient)}
              onClick={() => onChoose(recipient)}
            />
          </li>
        ))}
        <li>
          <button type="button" onClick={() => onChoose(null)} className={BUTTON}>
            <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-full border border-rule-strong text-ink-3">
              <Plus aria-hidden="true" className="size-4" />
            </span>
            <span className="font-[550]">New recipient</span>
          </button>
        </li>
      </ul>
      <p role="status" className="mt-2 text-sm text-ink-3">
        {found.length === 0 ? 'No recipients found.' : null}
      </p>
    </section>
  );
}

const BUTTON =
  'flex min-h-14 w-full items-center gap-3 rounded-md border border-rule-strong bg-sheet px-3 py-2 text-left text-sm ' +
  'transition-colors duration-120 hover:bg-hover';

type RecipientButtonProps = { recipient: Recipient; isChosen: boolean; onClick: () => void };

function RecipientButton({ recipient, isChosen, onClick }: RecipientButtonProps) {
  const { recipientName, recipientAccount } = recipient;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={cn(BUTTON, isChosen && 'border-accent outline-1 outline-accent')}
    >
      <Avatar initials={getInitials(...recipientName.split(/\s+/).slice(0, 2))} />
      <span className="min-w-0">
        <bdi translate="no" className="block truncate font-[550]">
          {recipientName}
        </bdi>
        <span className="tnum block truncate text-xs text-ink-3">
          ending in <span translate="no">{recipientAccount.slice(-4)}</span>
        </span>
      </span>
    </button>
  );
}
