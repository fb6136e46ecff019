import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { useFailure } from '@/lib/use-failure';
import { AddAppForm } from './add-app-form';
import { AddPasskeyForm } from './add-passkey-form';
import { useRemoveFactor, useRenewRecoveryCodes } from './queries/use-factors';
import { RecoveryCodes } from './recovery-codes';
import { APP_TO_REMOVE, type FactorAction, type RemovableFactor } from './factor-action';

const CODES_TITLE = 'Your recovery codes';

const ADD = {
  passkey: { title: 'Add a passkey', Form: AddPasskeyForm },
  app: { title: 'Set up an authenticator app', Form: AddAppForm },
} as const;

type AddFactorDialogProps = { kind: keyof typeof ADD; onClose: () => void; onAdded: () => void };

type FactorDialogProps = {
  action: FactorAction;
  onClose: () => void;
  /** Called instead of `onClose` once a factor has been added and any recovery codes have been shown. */
  onAdded?: () => void;
};

/** The dialog for an action on second factors. */
export function FactorDialog({ action, onClose, onAdded = onClose }: FactorDialogProps) {
  switch (action.type) {
    case 'add':
      return <AddFactorDialog kind={action.kind} onClose={onClose} onAdded={onAdded} />;
    case 'remove':
      return <RemoveFactorDialog factor={action.factor} isLast={action.isLast} onClose={onClose} />;
    case 'renew':
      return <RenewCodesDialog onClose={onClose} />;
  }
}

/** Adds a factor. After the first factor, shows the recovery codes. */
function AddFactorDialog({ kind, onClose, onAdded }: AddFactorDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const { title, Form } = ADD[kind];
  // One dialog for both steps, so the focus returns to the button that opened it.
  return (
    <Dialog
      isOpen
      onClose={codes ? onAdded : onClose}
      title={codes ? CODES_TITLE : title}
      guardsInput={false}
    >
      {codes ? (
        <>
          {/* The first factor ends all other sessions (AUTH-76). */}
          <p className="mb-4 text-sm text-ink-2">We've signed you out everywhere else.</p>
          <RecoveryCodes codes={codes} onDone={onAdded} />
        </>
      ) : (
        <Form onCancel={onClose} onAdded={(added) => (added ? setCodes(added) : onAdded())} />
      )}
    </Dialog>
  );
}

type RemoveFactorDialogProps = { factor: RemovableFactor; isLast: boolean; onClose: () => void };

function RemoveFactorDialog({ factor, isLast, onClose }: RemoveFactorDialogProps) {
  const remove = useRemoveFactor();
  const fail = useFailure();
  const kind = factor.id === APP_TO_REMOVE.id ? 'Authenticator app' : 'Passkey';
  const confirm = () =>
    remove.mutate(factor.id, {
      onSuccess: () => {
        toast({ title: `${kind} removed`, description: "We've emailed you a confirmation." });
        onClose();
      },
      onError: (error) => {
        fail(error, `Failed to remove the ${kind.toLowerCase()}`);
        onClose();
      },
    });
  return (
    <Dialog isOpen onClose={onClose} title={`Remove ${factor.name}?`}>
      <p className="text-sm text-ink-2">
        {isLast
          ? "You'll sign in with only your password. Your recovery codes will stop working."
          : "You won't be able to sign in with it anymore."}
      </p>
      <DialogActions>
        <Button variant="secondary" disabled={remove.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" isBusy={remove.isPending} onClick={confirm}>
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Asks before replacing the recovery codes, because the old ones stop working. */
function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const renew = useRenewRecoveryCodes();
  const fail = useFailure();
  const codes = renew.data?.recoveryCodes;
  const confirm = () =>
    renew.mutate(undefined, {
      onError: (error) => fail(error, 'Failed to create recovery codes'),
    });
  return (
    <Dialog isOpen onClose={onClose} title={codes ? CODES_TITLE : 'Create new recovery codes?'}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <>
          <p className="text-sm text-ink-2">Your current codes will stop working.</p>
          <DialogActions>
            <Button variant="secondary" disabled={renew.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button isBusy={renew.isPending} onClick={confirm}>
              Create Codes
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
