import { KeyRound, LifeBuoy, Smartphone, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { BankTime, RelativeTime } from '@/components/time/bank-time';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { Badge } from '@/components/ui/status-badge';
import type { Factors, Passkey } from '@/lib/api/types';
import { APP_TO_REMOVE, type FactorAction, type RemovableFactor } from './factor-action';
import { useFactors } from './queries/use-factors';

// Rarely opened, and the QR code is half of it.
const FactorDialog = lazy(async () => ({ default: (await import('./factor-dialog')).FactorDialog }));

/** The second factors of the user (AUTH-50). */
export function FactorsCard() {
  const factors = useFactors();
  const [action, setAction] = useState<FactorAction | null>(null);
  return (
    <Card>
      <CardHeader
        title="Two-Step Sign-In"
        description="A second step protects your account even if somebody learns your password."
        action={factors.data ? <StatusBadge factors={factors.data} /> : null}
      />
      <CardBody className="py-2! sm:py-3!">
        {factors.isPending ? <FactorSkeletons /> : null}
        {factors.isError && !factors.data ? (
          <div className="py-2">
            <ErrorState
              title="Your second factors could not be loaded."
              onRetry={() => void factors.refetch()}
            />
          </div>
        ) : null}
        {factors.data ? <FactorRows factors={factors.data} onAction={setAction} /> : null}
      </CardBody>
      {action ? (
        <Suspense fallback={null}>
          <FactorDialog action={action} onClose={() => setAction(null)} />
        </Suspense>
      ) : null}
    </Card>
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
    <ul aria-label="Second factors" className="divide-y divide-rule">
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => remove(passkey)} />
      ))}
      <Row
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
        <Row
          Icon={LifeBuoy}
          title="Recovery codes"
          detail={`${recoveryCodesLeft} of 10 left, for when you lose your other factors.`}
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
    <Row
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
    <Row
      Icon={Smartphone}
      title="Authenticator app"
      detail={app ? <Times {...app} /> : 'An app on your phone that shows a new code every 30 seconds.'}
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
    <span className="tnum flex flex-wrap gap-x-3">
      <span>
        Added <BankTime value={createdAt} />
      </span>
      {lastUsedAt === null ? null : (
        <span>
          Last used <RelativeTime value={lastUsedAt} />
        </span>
      )}
    </span>
  );
}

type RowProps = { Icon: LucideIcon; title: string; detail: ReactNode; action: ReactNode };

function Row({ Icon, title, detail, action }: RowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
      <Icon aria-hidden="true" className="mt-0.5 size-[1.125rem] shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="text-sm font-[550] break-words">{title}</p>
        <div className="mt-0.5 text-xs text-ink-3">{detail}</div>
      </div>
      <div className="shrink-0 max-sm:w-full max-sm:pl-[1.875rem]">{action}</div>
    </li>
  );
}

const SKELETON_COUNT = 2;

function FactorSkeletons() {
  return (
    <div role="status" className="divide-y divide-rule">
      <span className="sr-only">Loading your second factors</span>
      {Array.from({ length: SKELETON_COUNT }, (_, index) => (
        <div key={index} className="space-y-2 py-3.5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3 w-64 max-w-full" />
        </div>
      ))}
    </div>
  );
}
