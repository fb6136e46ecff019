import { formatCountdown, useCountdown } from '@/lib/use-countdown';
import { Button } from './button';

/** The bank mails at most one code a minute (AUTH-9). */
const RESEND_WAIT_SECONDS = 60;

type ResendButtonProps = {
  isSending: boolean;
  /** Requests a code. Call `onSent` once it was requested. */
  onResend: (onSent: () => void) => void;
  className?: string;
};

/**
 * “Resend code”, and until the bank would send one, how long that takes (AUTH-9). The wait begins when it appears,
 * because the code before was requested then.
 */
export function ResendButton({ isSending, onResend, className }: ResendButtonProps) {
  const { secondsLeft, restart } = useCountdown(RESEND_WAIT_SECONDS);
  return (
    <div className={className}>
      <Button
        variant="ghost"
        disabled={secondsLeft > 0}
        isBusy={isSending}
        onClick={() => onResend(restart)}
        className="w-full"
      >
        Resend code
      </Button>
      {secondsLeft > 0 ? (
        <p className="px-4 text-center text-xs text-ink-3">
          Another code in{' '}
          <span role="timer" className="tnum">
            {formatCountdown(secondsLeft)}
          </span>
        </p>
      ) : null}
    </div>
  );
}
