import { cn } from '@/lib/cn';
import { formatCountdown, useSecondsLeft } from '@/lib/use-seconds-left';
import { Button } from './button';

/** The bank emails at most one code a minute (AUTH-9). */
const RESEND_WAIT_SECONDS = 60;

type ResendButtonProps = {
  isSending: boolean;
  /** When the last code was requested; undefined if this page requested none. */
  requestedAt: number | undefined;
  onResend: () => void;
  className?: string;
};

/** “Resend code”, disabled until another code can be requested, with the time left (AUTH-33). */
export function ResendButton({ isSending, requestedAt, onResend, className }: ResendButtonProps) {
  const secondsLeft = useSecondsLeft((requestedAt ?? 0) + RESEND_WAIT_SECONDS * 1000, RESEND_WAIT_SECONDS);
  return (
    <div className={cn('flex flex-col', className)}>
      <Button variant="ghost" disabled={secondsLeft > 0} isBusy={isSending} onClick={onResend}>
        Resend code
      </Button>
      {secondsLeft > 0 ? (
        <p className="px-4 text-center text-xs text-ink-3">
          You can get another code in{' '}
          <span role="timer" className="tnum">
            {formatCountdown(secondsLeft)}
          </span>
        </p>
      ) : null}
    </div>
  );
}
