import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ignoreActivity, noteActivity } from '@/lib/activity';
import { unwrap, api } from '@/lib/api/client';
import { SESSION_END_WARNING_MS } from '@/lib/constants';
import { sessionEnd } from '@/lib/session-end';
import { prepareSignOut } from '@/lib/sign-out';
import { formatCountdown, useSecondsLeft } from '@/lib/use-seconds-left';
import { useSessionExpiry } from '@/lib/use-session-expiry';

/** How often the dialog checks whether another tab has extended the session. */
const CHECK_MS = 5_000;

/**
 * Counts down to the end of the session. Only an answer to this dialog, in this tab or another, extends the session.
 */
export function SessionEndDialog({ endsAt }: { endsAt: number }) {
  const stay = useRef<HTMLButtonElement>(null);
  const expire = useSessionExpiry();
  const [isFinal, setIsFinal] = useState(false);
  const seconds = useSecondsLeft(endsAt, SESSION_END_WARNING_MS / 1000);

  useEffect(() => {
    ignoreActivity(true);
    const check = (): void => void unwrap(api.GET('/api/auth/user')).catch(expire);
    const timer = window.setInterval(check, CHECK_MS);
    return () => {
      window.clearInterval(timer);
      ignoreActivity(false);
    };
  }, [expire]);

  const staySignedIn = async (): Promise<void> => {
    noteActivity();
    try {
      await unwrap(api.GET('/api/auth/user'));
      setIsFinal((sessionEnd() ?? 0) - Date.now() <= SESSION_END_WARNING_MS);
    } catch (error) {
      expire(error);
    }
  };

  return (
    <Dialog
      isOpen
      guardsInput={false}
      initialFocus={stay}
      onClose={() => void staySignedIn()}
      title="Stay signed in?"
      description={
        isFinal
          ? "Sessions end after 12 hours, so we can't extend this one. You can sign in again right away."
          : "You've been away for a while. To protect your account, we'll sign you out soon."
      }
    >
      <p role="timer" className="text-center text-2xl font-semibold tabular-nums">
        {formatCountdown(seconds)}
      </p>
      <DialogActions>
        <a href="/api/logout" onClick={prepareSignOut} className={buttonClass({ variant: 'secondary' })}>
          Sign Out
        </a>
        <Button ref={stay} disabled={isFinal} onClick={() => void staySignedIn()}>
          Stay Signed In
        </Button>
      </DialogActions>
    </Dialog>
  );
}
