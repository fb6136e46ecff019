import { KeyRound, LifeBuoy, Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { BankTime, RelativeTime } from '@/components/time/bank-time';
import { Button } from '@/components/ui/button';
import { Badge } from '@/components/ui/status-badge';
import type { Factors, Passkey } from '@/lib/api/types';
import { APP_TO_REMOVE, type FactorAction, type RemovableFactor } from './factor-action';
import { useFactors } from './queries/use-factors';
import { ListCard, SettingsRow } from './settings-list';

// Loaded on demand: the dialog is rarely opened, and half of its code draws the QR code.
const FactorDialog = lazy(async () => ({ default: (await import('./factor-dialog')).FactorDialog }));

/** The second factors of the user (AUTH-50). */
export function FactorsCard() {
  const factors = useFactors();
  const [action, setAction] = useState<FactorAction | null>(null);
  return (
    <>
      <ListCard
        title="Two-Step Sign-In"
        description="Protects your account even if someone learns your password."
        action={factors.data ? <StatusBadge factors={factors.data} /> : null}
        noun="your two-step sign-in settings"
        query={factors}
      >
        {(data) => <FactorRows factors={data} onAction={setAction} />}
      </ListCard>
      {action ? (
        <Suspense fallback={null}>
          <FactorDialog action={action} onClose={() => setAction(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

const hasFactor = ({ passkeys, authenticatorApp }: Factors): boolean =>
  passkeys.length > 0 || authenticatorApp !== null;

function StatusBadge({ factors }: { factors: Factors }) {
  return hasFactor(factors) ? <Badge tone="positive">On</Badge> : <Badge>Off</Badge>;
}

type FactorRowsProps = { factors: Factors; onAction: (action: FactorAction) => void };

function FactorRows({ factors, onAction }: FactorRowsProps) {
  const { passkeys, authenticatorApp, recoveryCodesLeft } = factors;
  const isLast = passkeys.length + (authenticatorApp ? 1 : 0) === 1;
  const remove = (factor: RemovableFactor) => onAction({ type: 'remove', factor, isLast });
  return (
    <ul aria-label="Two-step sign-in methods" className="divide-y divide-rule">
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => remove(passkey)} />
      ))}
      <SettingsRow
        Icon={KeyRound}
        title={passkeys.length === 0 ? 'Passkeys' : 'Another passkey'}
        detail={
          passkeys.length === 0
            ? 'Sign in with a fingerprint, your face, a PIN or a security key.'
            : 'For a second device or a spare key.'
        }
        action={
          <Button variant="secondary" size="sm" onClick={() => onAction({ type: 'add', kind: 'passkey' })}>
            Add a Passkey
          </Button>
        }
      />
      <AppRow app={authenticatorApp} onAction={onAction} onRemove={() => remove(APP_TO_REMOVE)} />
      {hasFactor(factors) ? (
        <SettingsRow
          Icon={LifeBuoy}
          title="Recovery codes"
          detail={`${recoveryCodesLeft} of 10 left. Use one if you lose your passkey or authenticator app.`}
          action={
            <Button variant="secondary" size="sm" onClick={() => onAction({ type: 'renew' })}>
              New Codes
            </Button>
          }
        />
      ) : null}
    </ul>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  return (
    <SettingsRow
      Icon={KeyRound}
      title={passkey.name}
      detail={<Times {...passkey} />}
      action={
        <Button variant="secondary" size="sm" aria-label={`Remove ${passkey.name}`} onClick={onRemove}>
          Remove
        </Button>
      }
    />
  );
}

type AppRowProps = {
  app: Factors['authenticatorApp'];
  onAction: (action: FactorAction) => void;
  onRemove: () => void;
};

function AppRow({ app, onAction, onRemove }: AppRowProps) {
  return (
    <SettingsRow
      Icon={Smartphone}
      title="Authenticator app"
      detail={app ? <Times {...app} /> : 'Shows a new code on your phone every 30 seconds.'}
      action={
        app ? (
          <Button variant="secondary" size="sm" aria-label="Remove the authenticator app" onClick={onRemove}>
            Remove
          </Button>
        ) : (
          <Button variant="secondary" size="sm" onClick={() => onAction({ type: 'add', kind: 'app' })}>
            Set Up
          </Button>
        )
      }
    />
  );
}

function Times({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }) {
  return (
    <>
      <span>
        Added <BankTime value={createdAt} />
      </span>
      {lastUsedAt === null ? null : (
        <span>
          Last used <RelativeTime value={lastUsedAt} />
        </span>
      )}
    </>
  );
}
