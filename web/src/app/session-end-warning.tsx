import { useEffect, useState } from 'react';
import { unwrap, api } from '@/lib/api/client';
import { sessionEnd } from '@/lib/session-end';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { SessionEndDialog } from './session-end-dialog';
import { useIsPast } from './use-is-past';

/** Asks the user whether to stay signed in, and signs them out at the end of the session (AUTH-81). */
export function SessionEndWarning({ endsAt }: { endsAt: number }) {
  const isOver = useIsPast(endsAt);
  const expire = useSessionExpiry();
  const [confirmed, setConfirmed] = useState<number | null>(null);
  // Asks the API for the current end first: another tab, or a key pressed after the last request, may have extended the
  // session.
  useEffect(() => {
    void unwrap(api.GET('/api/auth/user')).then(() => setConfirmed(sessionEnd()), expire);
  }, [isOver, expire]);
  return confirmed === endsAt ? <SessionEndDialog endsAt={endsAt} /> : null;
}
