import { Link } from 'react-router-dom';
import { buttonClass } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Exact } from '@/components/ui/exact';
import { StatusBadge } from '@/components/ui/status-badge';
import type { AccountRequest } from '@/lib/api/types';
import { useDashboardTexts } from '@/lib/dashboard-texts';
import { humanize } from '@/lib/format';

type AccountRequestCardProps = {
  accountRequest: AccountRequest | null;
  /** Whether the identity check was rejected. An open request then waits for a new application (DASH-16). */
  isKycRejected: boolean;
};

/** The status of the account request, or how to apply (DASH-4). */
export function AccountRequestCard({ accountRequest, isKycRejected }: AccountRequestCardProps) {
  const texts = useDashboardTexts();
  return (
    <Card>
      <CardHeader
        title={texts.statusTitle}
        action={accountRequest ? <StatusBadge status={accountRequest.status} /> : null}
      />
      <CardBody>
        {accountRequest ? (
          <RequestDetails request={accountRequest} isKycRejected={isKycRejected} />
        ) : (
          <NoAccount />
        )}
      </CardBody>
    </Card>
  );
}

type RequestDetailsProps = { request: AccountRequest; isKycRejected: boolean };

function RequestDetails({ request, isKycRejected }: RequestDetailsProps) {
  const texts = useDashboardTexts();
  const isApproved = request.status === 'approved';
  const isOpen = request.status === 'pending' || request.status === 'in_review';
  return (
    <div className="space-y-4 text-sm">
      {isOpen ? (
        <p className="text-ink-2">
          {isKycRejected ? 'To continue, submit your KYC application again.' : texts.statusMessage}
        </p>
      ) : null}
      {isApproved ? <AccountNumbers request={request} /> : null}
      {request.statusMessage ? (
        <p className="border-l border-margin-rule pl-3 text-ink-2">
          <span className="font-semibold text-ink">Update:</span> {request.statusMessage}
        </p>
      ) : null}
      {request.status === 'rejected' ? (
        <Link to="/apply-checking" className={buttonClass({ variant: 'secondary' })}>
          Submit New Application
        </Link>
      ) : null}
    </div>
  );
}

function AccountNumbers({ request }: { request: AccountRequest }) {
  return (
    <DetailList className="-mt-2.5">
      <Detail term="Account type">{humanize(request.accountType)} checking</Detail>
      <Detail term="Account number">
        <Copyable label="account number" value={request.accountNumber} />
      </Detail>
      <Detail term="Routing number">
        <Copyable label="routing number" value={request.routingNumber} />
      </Detail>
    </DetailList>
  );
}

function Copyable({ label, value }: { label: string; value: string | null }) {
  if (!value) return <>Not assigned yet</>;
  return (
    <span className="inline-flex items-center gap-1">
      <Exact>{value}</Exact>
      <CopyButton label={label} value={value} />
    </span>
  );
}

function NoAccount() {
  return (
    <div className="text-sm">
      <p className="font-semibold">Checking Account: Not Available</p>
      <p className="mt-1 text-ink-2">Complete KYC verification to unlock</p>
      <Link to="/apply-checking" className={`${buttonClass()} mt-4`}>
        Apply Checking Account
      </Link>
    </div>
  );
}
