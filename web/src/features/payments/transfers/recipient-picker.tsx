import { AtSign, Plus, type LucideIcon } from 'lucide-react';
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
import { findRecipients, SHOWN_RECIPIENTS, type FoundRecipient } from './recipients';

export type Recipients = Pick<ReturnType<typeof useRecipients>, 'data' | 'isError' | 'refetch'>;

type RecipientPickerProps = {
  recipients: Recipients;
  onChoose: (recipient: Recipient | null) => void;
  onFound: (found: FoundRecipient) => void;
};

/** Whom the customer has paid, above the form (TRF-80), and customers by their moniker (TRF-106). */
export function RecipientPicker({ recipients, onChoose, onFound }: RecipientPickerProps) {
  const [search, setSearch] = useState('');
  const [isFinding, setIsFinding] = useState(false);
  const canPayMonikers = useSession().user?.canPayMonikers === true;
  const headingId = useId();
  if (recipients.isError && !recipients.data) {
    return (
      <div className="mb-6">
        <ErrorState title="We couldn't load your recipients." onRetry={() => void recipients.refetch()} />
      </div>
    );
  }
  const all = recipients.data ?? [];
  if (all.length === 0 && !canPayMonikers) return null;
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
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2 sm:grid-cols-3">
        {found.map((recipient) => (
          <li key={recipient.id}>
            <RecipientButton
              recipient={recipient}
              onClick={() => {
                setIsFinding(false);
                onChoose(recipient);
              }}
            />
          </li>
        ))}
        {all.length > 0 ? (
          <li>
            <ActionButton
              Icon={Plus}
              label="New recipient"
              onClick={() => {
                setIsFinding(false);
                onChoose(null);
              }}
            />
          </li>
        ) : null}
        {canPayMonikers ? (
          <li>
            <ActionButton
              Icon={AtSign}
              label={`Send to a $${HANDLE_WORD}`}
              isExpanded={isFinding}
              onClick={() => setIsFinding(!isFinding)}
            />
          </li>
        ) : null}
      </ul>
      {isFinding ? (
        <MonikerFinder
          onFound={(customer) => {
            setIsFinding(false);
            onFound(customer);
          }}
          onCancel={() => setIsFinding(false)}
        />
      ) : null}
      <p role="status" className="mt-2 text-sm text-ink-3">
        {found.length === 0 && all.length > 0 ? 'No recipients found.' : null}
      </p>
    </section>
  );
}

const BUTTON =
  'flex h-full min-h-14 w-full items-center gap-3 rounded-md border border-rule-strong bg-sheet px-3 py-2 text-left text-sm ' +
  'transition-colors duration-120 hover:bg-hover';

type ActionButtonProps = { Icon: LucideIcon; label: string; isExpanded?: boolean; onClick: () => void };

function ActionButton({ Icon, label, isExpanded, onClick }: ActionButtonProps) {
  return (
    <button type="button" aria-expanded={isExpanded} onClick={onClick} className={BUTTON}>
      <span className="inline-flex size-9 shrink-0 max-xs:hidden items-center justify-center rounded-full border border-rule-strong text-ink-3">
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <span className="font-[550]">{label}</span>
    </button>
  );
}

type RecipientButtonProps = { recipient: Recipient; onClick: () => void };

function RecipientButton({ recipient, onClick }: RecipientButtonProps) {
  const { recipientName, recipientAccount, recipientMoniker } = recipient;
  return (
    <button type="button" onClick={onClick} className={BUTTON}>
      <span className="max-xs:hidden">
        <Avatar initials={getInitials(...recipientName.split(/\s+/).slice(0, 2))} />
      </span>
      <span className="min-w-0">
        <bdi translate="no" className="line-clamp-2 font-[550] wrap-anywhere">
          {recipientName}
        </bdi>
        <span className="tnum block truncate text-xs text-ink-3">
          {recipientMoniker === null ? null : <span translate="no">{`$${recipientMoniker}`}, </span>}
          ending in <span translate="no">{recipientAccount.slice(-4)}</span>
        </span>
      </span>
    </button>
  );
}
