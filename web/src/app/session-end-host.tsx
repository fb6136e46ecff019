import { lazy, Suspense } from 'react';
import { SESSION_END_WARNING_MS } from '@/lib/constants';
import { useSessionEnd } from '@/lib/session-end';
import { useIsPast } from './use-is-past';

// Loaded only when the session is about to end.
const SessionEndWarning = lazy(async () => ({
  default: (await import('./session-end-warning')).SessionEndWarning,
}));

/** Warns shortly before the session ends (AUTH-81). */
export function SessionEndHost() {
  const endsAt = useSessionEnd();
  const isNear = useIsPast(endsAt === null ? null : endsAt - SESSION_END_WARNING_MS);
  if (!isNear || endsAt === null) return null;
  return (
    <Suspense>
      <SessionEndWarning endsAt={endsAt} />
    </Suspense>
  );
}
