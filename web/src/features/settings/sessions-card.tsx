import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { BankTime, RelativeTime } from '@/components/time/bank-time';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { Badge } from '@/components/ui/status-badge';
import type { Session } from '@/lib/api/types';
import { formatBankTime } from '@/lib/time/bank-time';
import { EndSessionDialog } from './end-session-dialog';
import { SignOutEverywhereDialog } from './sign-out-everywhere-dialog';
import { ALL_OTHER_SESSIONS } from './queries/use-end-session';
import { useSessions } from './queries/use-sessions';

const SKELETON_COUNT = 2;

/** The user's sessions (AUTH-20). Each one except the current one can be ended (AUTH-21). */
export function SessionsCard() {
  const sessions = useSessions();
  return (
    <Card>
      <CardHeader
        title="Active Logins"
        description="The browsers that are signed in to your account now. End what you do not recognize."
      />
      <CardBody className="py-2! sm:py-3!">
        {sessions.isPending ? <SessionSkeletons /> : null}
        {sessions.isError && !sessions.data ? (
          <div className="py-2">
            <ErrorState
              title="Your active logins could not be loaded."
              onRetry={() => void sessions.refetch()}
            />
          </div>
        ) : null}
        {sessions.data ? <SessionList sessions={sessions.data} /> : null}
      </CardBody>
    </Card>
  );
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const [sessionToEnd, setSessionToEnd] = useState<Session | typeof ALL_OTHER_SESSIONS | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const otherCount = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <>
      <ul aria-label="Active logins" className="divide-y divide-rule">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setSessionToEnd(session)} />
        ))}
      </ul>
      {otherCount === 0 ? (
        <p className="border-t border-rule py-3 text-sm text-ink-3">You are signed in nowhere else.</p>
      ) : null}
      <div className="flex flex-wrap gap-2 border-t border-rule py-3">
        {otherCount > 1 ? (
          <Button variant="danger" size="sm" onClick={() => setSessionToEnd(ALL_OTHER_SESSIONS)}>
            End all others
          </Button>
        ) : null}
        <Button variant="danger" size="sm" onClick={() => setIsLeaving(true)}>
          Sign Out Everywhere
        </Button>
      </div>
      {sessionToEnd ? <EndSessionDialog target={sessionToEnd} onClose={() => setSessionToEnd(null)} /> : null}
      {isLeaving ? <SignOutEverywhereDialog onClose={() => setIsLeaving(false)} /> : null}
    </>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { label, signedInAt, lastActiveAt, isCurrent } = session;
  const Icon = /iPhone|iPad|Android/.test(label) ? Smartphone : Laptop;
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon aria-hidden="true" className="mt-0.5 size-[1.125rem] shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-[550]">
          {label}
          {isCurrent ? <Badge>This browser</Badge> : null}
        </p>
        <p className="tnum mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span>
            Signed in <BankTime value={signedInAt} />
          </span>
          <span>
            {isCurrent ? (
              'Active now'
            ) : (
              <>
                Last active <RelativeTime value={lastActiveAt} />
              </>
            )}
          </span>
        </p>
      </div>
      {isCurrent ? null : (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`End ${label}, signed in ${formatBankTime(signedInAt)}`}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  );
}

function SessionSkeletons() {
  return (
    <div role="status" className="divide-y divide-rule">
      <span className="sr-only">Loading your active logins</span>
      {Array.from({ length: SKELETON_COUNT }, (_, index) => (
        <div key={index} className="space-y-2 py-3.5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3 w-64 max-w-full" />
        </div>
      ))}
    </div>
  );
}
