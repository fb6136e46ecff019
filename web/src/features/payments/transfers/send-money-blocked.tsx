import { Link } from 'react-router-dom';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { AccountSummary, User } from '@/lib/api/types';

type SendMoneyBlockedProps = { summary: AccountSummary; user: Pick<User, 'status'> | null };

/** Offers the next step to a customer who can't send money. The page's toast says why (UI-81). */
export function SendMoneyBlocked({ summary, user }: SendMoneyBlockedProps) {
  const { title, text, to, label } = explanationOf(summary, user);
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

function explanationOf(summary: AccountSummary, user: SendMoneyBlockedProps['user']) {
  if (user?.status === 'frozen') {
    return {
      title: 'Your account is frozen',
      text: "You can't send or ask for money until we unfreeze your account. Payments to you still arrive.",
      to: '/contact',
      label: 'Contact Support',
    };
  }
  const { kyc, accountRequest } = summary;
  if (kyc?.status === 'rejected' || accountRequest?.status === 'rejected') {
    return {
      title: "Send Money isn't available",
      text: "You can send money once we've approved your new application and you have an account number.",
      to: '/apply-checking',
      label: kyc?.status === 'rejected' ? 'Submit New KYC Application' : 'Submit New Application',
    };
  }
  const text = "You can send money once we've assigned your account number.";
  if (kyc || accountRequest) {
    return {
      title: "We're reviewing your application",
      text,
      to: '/apply-checking',
      label: 'View Application',
    };
  }
  return {
    title: 'You need a checking account first',
    text,
    to: '/apply-checking',
    label: 'Apply Checking Account',
  };
}
