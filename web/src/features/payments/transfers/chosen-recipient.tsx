import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { initialsOfName } from '@/lib/format';

type ChosenRecipientProps = {
  name: string;
  /** Empty if the recipient is paid by account number. */
  moniker: string;
  account?: string;
  onChange?: () => void;
};

/**
 * The person to pay or to ask for money, shown in place of the picker and the fields for name and numbers (TRF-136).
 */
export function ChosenRecipient({ name, moniker, account, onChange }: ChosenRecipientProps) {
  return (
    <div
      role="group"
      aria-label="Recipient"
      className="flex items-center gap-3 rounded-md border border-accent bg-sheet px-3 py-2"
    >
      <Avatar initials={initialsOfName(name)} />
      <p className="min-w-0 flex-1">
        <bdi translate="no" className="block font-[550] wrap-anywhere">
          {name}
        </bdi>
        <span className="tnum block text-sm text-ink-3 wrap-anywhere">
          {account ? 'ending in ' : null}
          <span translate="no">{account ? account.slice(-4) : `$${moniker}`}</span>
        </span>
      </p>
      {onChange ? (
        <Button variant="secondary" size="sm" aria-label="Change recipient" onClick={onChange}>
          Change
        </Button>
      ) : null}
    </div>
  );
}
