import { lazy, Suspense, useEffect, useState } from 'react';
import { unwrap, api } from '@/lib/api/client';
import { SESSION_END_WARNING_MS } from '@/lib/constants';
import { sessionEnd, useSessionEnd } from '@/lib/session-end';
import { useSessionExpiry } from '@/lib/use-session-expiry';

const SessionEndDialog = lazy(async () => ({
  default: (await import('./session-end-dialog')).SessionEndDialog,
}));

/** Asks the user to stay signed in shortly before their session ends, and signs them out at its end (AUTH-81). */
export function SessionEndHost() {
  const endsAt = useSessionEnd();
  const isNear = useIsPast(endsAt === null ? null : endsAt - SESSION_END_WARNING_MS);
  const isOver = useIsPast(endsAt);
  const expire = useSessionExpiry();
  const [confirmed, setConfirmed] = useState<number | null>(null);
  // Another tab, or a key since the last request, may have extended the session: the answer then moves the end.
  useEffect(() => {
    if (isNear) void unwrap(api.GET('/api/auth/user')).then(() => setConfirmed(sessionEnd()), expire);
  }, [isNear, isOver, expire]);
  if (!isNear || endsAt === null || confirmed !== endsAt) return null;
  return (
    <Suspense>
      <SessionEndDialog endsAt={endsAt} />
    </Suspense>
  );
}

/** Whether a time has come. Browsers delay timers in background tabs, so it looks at the clock too. */
function useIsPast(time: number | null): boolean {
  const [passed, setPassed] = useState<number | null>(null);
  useEffect(() => {
    if (time === null) return undefined;
    const timer = window.setTimeout(() => setPassed(time), Math.max(0, time - Date.now()));
    return () => window.clearTimeout(timer);
  }, [time]);
  return time !== null && passed !== null && passed >= time;
}
