import { Link } from 'react-router-dom';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { AccountSummary, User } from '@/lib/api/types';

type SendMoneyBlockedProps = { reason: string; summary: AccountSummary; user: Pick<User, 'status'> | null };

/** Why no money can be sent, with the next step. */
export function SendMoneyBlocked({ reason, summary, user }: SendMoneyBlockedProps) {
  const { title, text, to, label } = explanationOf(reason, summary, user);
  return (
    <EmptyState
      title={title}
      action={
        <Link to={to} className={buttonClass()}>
          {label}
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}

function explanationOf(reason: string, summary: AccountSummary, user: SendMoneyBlockedProps['user']) {
  if (user?.status === 'frozen') {
    return {
      title: reason,
      text: 'Money that others send you still arrives.',
      to: '/contact',
      label: 'Contact Support',
    };
  }
  if (summary.kyc?.status === 'rejected') {
    return {
      title: 'Send Money is not available',
      text: reason,
      to: '/apply-checking',
      label: 'Submit New KYC Application',
    };
  }
  return {
    title: reason,
    text: 'You can send money as soon as a checking account number has been assigned to you.',
    to: '/apply-checking',
    label: 'Apply Checking Account',
  };
}
