import { useState } from 'react';
import { ConfirmFactor, type Proof } from '@/components/factors/confirm-factor';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FactorDialog } from '@/features/identity/settings/factor-dialog';
import { unwrap, api } from '@/lib/api/client';
import { provePasskey } from '@/lib/passkeys';
import { settleStepUp, type StepUp } from '@/lib/step-up';
import { useSessionExpiry } from '@/lib/use-session-expiry';

/** The dialog in which the user confirms their identity, or sets up a second factor. */
export function StepUpDialog({ stepUp }: { stepUp: StepUp }) {
  return stepUp.isSetup ? (
    <SetUpDialog onSettled={settleStepUp} />
  ) : (
    <ConfirmDialog factors={stepUp.factors} onSettled={settleStepUp} />
  );
}

type ConfirmDialogProps = { factors: readonly string[]; onSettled: (isConfirmed: boolean) => void };

function ConfirmDialog({ factors, onSettled }: ConfirmDialogProps) {
  const expire = useSessionExpiry();
  return (
    <Dialog
      isOpen
      guardsInput={false}
      onClose={() => onSettled(false)}
      title="Confirm it's you"
      description="We won't ask again for five minutes."
    >
      <ConfirmFactor
        factors={factors}
        submitLabel="Confirm"
        onError={expire}
        onConfirm={async (proof) => {
          await confirmSession(proof);
          onSettled(true);
        }}
      />
    </Dialog>
  );
}

async function confirmSession({ method, value }: Proof): Promise<void> {
  switch (method) {
    case 'passkey': {
      const options = await unwrap(api.POST('/api/auth/confirm/passkey-options'));
      await api.POST('/api/auth/confirm/passkey', { body: await provePasskey(options) });
      return;
    }
    case 'password':
      await api.POST('/api/auth/confirm/password', { body: { currentPassword: value } });
      return;
    case 'app':
    case 'recovery':
      await api.POST('/api/auth/confirm/code', { body: { code: value } });
  }
}

/** Lets an admin set up a second factor if the bank requires one (AUTH-55). */
function SetUpDialog({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const [kind, setKind] = useState<'passkey' | 'app'>();
  if (kind) {
    return (
      <FactorDialog
        action={{ type: 'add', kind }}
        onClose={() => setKind(undefined)}
        onAdded={() => onSettled(true)}
      />
    );
  }
  return (
    <Dialog
      isOpen
      onClose={() => onSettled(false)}
      title="Set up a second factor"
      description="Admins need more than a password to sign in. Add one of these to open the admin area."
    >
      <div className="grid gap-3">
        <Button size="lg" onClick={() => setKind('passkey')}>
          Add a Passkey
        </Button>
        <Button size="lg" variant="secondary" onClick={() => setKind('app')}>
          Set Up an Authenticator App
        </Button>
        <Button variant="ghost" onClick={() => onSettled(false)}>
          Not Now
        </Button>
      </div>
    </Dialog>
  );
}
