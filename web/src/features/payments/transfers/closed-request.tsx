import { Link } from 'react-router-dom';
import { Alert } from '@/components/ui/alert';
import { buttonClass } from '@/components/ui/button';
import type { MoneyRequest } from '@/lib/queries/use-money-requests';

/**
 * Says why a request for money can't be paid (TRF-173). `request` is undefined if the request doesn't exist or
 * this customer can't see it.
 */
export function ClosedRequest({ request }: { request: MoneyRequest | undefined }) {
  return (
    <Alert
      tone="warning"
      title={titleOf(request)}
      className="mb-6"
      action={
        <Link
          to={request?.isOwn ? '/send-money?ask' : '/send-money'}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          {request?.isOwn ? 'See Your Requests' : 'Send Money to Someone'}
        </Link>
      }
    >
      {textOf(request)}
    </Alert>
  );
}

const TITLES: Readonly<Record<MoneyRequest['state'], string>> = {
  open: "This request can't be paid",
  in_review: "We're reviewing your transfer for this request",
  paid: 'This request has been paid',
  not_paid: "Your transfer for this request wasn't completed",
  declined: 'This request was declined',
  canceled: 'This request was canceled',
  expired: 'This request has expired',
  closed: 'This request is no longer open',
};

function titleOf(request: MoneyRequest | undefined): string {
  if (!request) return "We couldn't find this request";
  if (request.isOwn) return 'This is your own request';
  return TITLES[request.state];
}

function textOf(request: MoneyRequest | undefined): string | null {
  if (!request) return 'Check the link, or ask for a new one.';
  return request.state === 'closed'
    ? 'It may have been paid, canceled or expired. If you still want to pay, ask for a new one.'
    : null;
}
