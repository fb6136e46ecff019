import { Lock } from 'lucide-react';
import { HANDLE_WORD } from '@moniker/common/brand.js';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Exact } from '@/components/ui/exact';
import { Skeleton } from '@/components/ui/skeleton';
import { StatusBadge } from '@/components/ui/status-badge';
import type { User } from '@/lib/api/types';
import { MEMBER_SINCE_FALLBACK } from '@/lib/constants';
import { humanize } from '@/lib/format';
import { useKycStatus } from '@/lib/queries/use-kyc-status';
import { formatBankDate } from '@/lib/time/bank-time';

const KYC_BADGES: Record<string, string> = {
  approved: 'Verified',
  rejected: 'Rejected',
  pending: 'Pending Review',
};

export function ProfileCard({ user }: { user: User }) {
  return (
    <Card>
      <CardHeader title="Profile Information" />
      <CardBody className="pt-2! sm:pt-2!">
        <DetailList>
          <Detail term="Name">
            {user.firstName} {user.lastName}
          </Detail>
          <Detail term="Email">{user.email}</Detail>
          <Detail term={humanize(HANDLE_WORD)}>{`$${user.moniker}`}</Detail>
          <Detail term="Phone number">
            {user.phoneNumber ? <LockedPhone phoneNumber={user.phoneNumber} /> : 'Not added'}
          </Detail>
          <Detail term="Member since">{formatBankDate(user.createdAt || MEMBER_SINCE_FALLBACK)}</Detail>
          <Detail term="Identity verification">
            <KycBadge />
          </Detail>
        </DetailList>
      </CardBody>
    </Card>
  );
}

function KycBadge() {
  const { data, isPending } = useKycStatus();
  if (isPending) return <Skeleton className="h-5 w-24" />;
  if (!data) return "Couldn't load";
  const status = data.kyc?.status ?? 'none';
  return <StatusBadge status={status} label={KYC_BADGES[status] ?? 'Not Started'} />;
}

function LockedPhone({ phoneNumber }: { phoneNumber: string }) {
  return (
    <>
      <Exact>{phoneNumber}</Exact>
      <span className="block text-xs font-normal text-ink-3">
        <Lock aria-hidden="true" className="mr-1 inline size-3 align-[-0.0625rem]" />
        Phone number cannot be changed once added
      </span>
    </>
  );
}
