import { CircleUserRound } from 'lucide-react';
import { useState } from 'react';
import { BankTime } from '@/components/time/bank-time';
import { Button } from '@/components/ui/button';
import type { Recipient } from '@/lib/api/types';
import { useRecipients } from '@/lib/queries/use-recipients';
import { RemoveRecipientDialog, RenameRecipientDialog } from './recipient-dialogs';
import { ListCard, SettingsRow } from './settings-list';

const SHOWN_AT_FIRST = 6;

type Change = { kind: 'rename' | 'remove'; recipient: Recipient };

/** Recipients whom the customer has paid (TRF-80). Each can be renamed or removed (TRF-81). */
export function RecipientsCard() {
  const recipients = useRecipients();
  const [change, setChange] = useState<Change | null>(null);
  const close = () => setChange(null);
  return (
    <ListCard
      title="Recipients"
      description="People and companies you've sent money to."
      noun="your recipients"
      query={recipients}
    >
      {(data) => (
        <>
          <RecipientList recipients={data} onChange={setChange} />
          {change?.kind === 'rename' ? (
            <RenameRecipientDialog recipient={change.recipient} onClose={close} />
          ) : null}
          {change?.kind === 'remove' ? (
            <RemoveRecipientDialog recipient={change.recipient} onClose={close} />
          ) : null}
        </>
      )}
    </ListCard>
  );
}

type RecipientListProps = { recipients: readonly Recipient[]; onChange: (change: Change) => void };

function RecipientList({ recipients, onChange }: RecipientListProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (recipients.length === 0) {
    return (
      <p className="py-3 text-sm text-ink-3">
        No recipients. Recipients appear here once a transfer to them completes.
      </p>
    );
  }
  const shown = showsAll ? recipients : recipients.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul aria-label="Recipients" className="divide-y divide-rule">
        {shown.map((recipient) => (
          <RecipientRow key={recipient.id} recipient={recipient} onChange={onChange} />
        ))}
      </ul>
      {shown.length < recipients.length ? (
        <div className="border-t border-rule py-3">
          <Button variant="secondary" size="sm" onClick={() => setShowsAll(true)}>
            Show all {recipients.length}
          </Button>
        </div>
      ) : null}
    </>
  );
}

type RecipientRowProps = { recipient: Recipient; onChange: (change: Change) => void };

function RecipientRow({ recipient, onChange }: RecipientRowProps) {
  const { recipientName, recipientAccount, paidAt } = recipient;
  return (
    <SettingsRow
      Icon={CircleUserRound}
      title={
        <bdi translate="no" className="min-w-0 wrap-anywhere">
          {recipientName}
        </bdi>
      }
      detail={
        <>
          <span>
            Account ending in <span translate="no">{recipientAccount.slice(-4)}</span>
          </span>
          <span>
            Last transfer <BankTime value={paidAt} />
          </span>
        </>
      }
      action={
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Rename ${recipientName}`}
            onClick={() => onChange({ kind: 'rename', recipient })}
          >
            Rename
          </Button>
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Remove ${recipientName}`}
            onClick={() => onChange({ kind: 'remove', recipient })}
          >
            Remove
          </Button>
        </div>
      }
    />
  );
}
