import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { BankTime, RelativeTime } from '@/components/time/bank-time';
import { Button } from '@/components/ui/button';
import { Badge } from '@/components/ui/status-badge';
import type { Session } from '@/lib/api/types';
import { formatBankTime } from '@/lib/time/bank-time';
import { EndSessionDialog } from './end-session-dialog';
import { SignOutEverywhereDialog } from './sign-out-everywhere-dialog';
import { ALL_OTHER_SESSIONS } from './queries/use-end-session';
import { useSessions } from './queries/use-sessions';
import { ListCard, SettingsRow } from './settings-list';

/** The user's sessions (AUTH-20). Each one except the current one can be ended (AUTH-21). */
export function SessionsCard() {
  const sessions = useSessions();
  return (
    <ListCard
      title="Signed-In Devices"
      description="Devices signed in to your account. Sign out of any you don't recognize."
      noun="your signed-in devices"
      query={sessions}
    >
      {(data) => <SessionList sessions={data} />}
    </ListCard>
  );
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const [sessionToEnd, setSessionToEnd] = useState<Session | typeof ALL_OTHER_SESSIONS | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const otherCount = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <>
      <ul aria-label="Signed-in devices" className="divide-y divide-rule">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setSessionToEnd(session)} />
        ))}
      </ul>
      {otherCount === 0 ? (
        <p className="border-t border-rule py-3 text-sm text-ink-3">You're not signed in anywhere else.</p>
      ) : null}
      <div className="flex flex-wrap gap-2 border-t border-rule py-3">
        {otherCount > 1 ? (
          <Button variant="danger" size="sm" onClick={() => setSessionToEnd(ALL_OTHER_SESSIONS)}>
            Sign Out All Others
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
  return (
    <SettingsRow
      Icon={/iPhone|iPad|Android/.test(label) ? Smartphone : Laptop}
      title={
        <>
          {label}
          {isCurrent ? <Badge>This device</Badge> : null}
        </>
      }
      detail={
        <>
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
        </>
      }
      action={
        isCurrent ? null : (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Sign out ${label}, signed in ${formatBankTime(signedInAt)}`}
            onClick={onEnd}
          >
            Sign Out
          </Button>
        )
      }
    />
  );
}
