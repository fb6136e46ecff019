import { Link } from 'react-router-dom';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

type SendMoneyBlockedProps = { reason: string; isRejected: boolean };

export function SendMoneyBlocked({ reason, isRejected }: SendMoneyBlockedProps) {
  return (
    <EmptyState
      title={isRejected ? 'Send Money is not available' : reason}
      action={
        <Link to="/apply-checking" className={buttonClass()}>
          {isRejected ? 'Submit New KYC Application' : 'Apply Checking Account'}
        </Link>
      }
    >
      {isRejected
        ? reason
        : 'You can send money as soon as a checking account number has been assigned to you.'}
    </EmptyState>
  );
}
