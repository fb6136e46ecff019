import { BadgeCheck, Mail, Phone } from 'lucide-react';
import { StatusTile } from '@/components/ledger/status-tile';
import { Card, CardHeader } from '@/components/ui/card';
import type { User } from '@/lib/api/types';
import { humanize } from '@/lib/format';

type VerificationCardProps = { user: User; kycStatus: string | undefined };

/** Status of email, phone number and identity (DASH-5). */
export function VerificationCard({ user, kycStatus }: VerificationCardProps) {
  return (
    <Card>
      <CardHeader title="Account Verification" />
      <ul className="divide-y divide-rule px-4 pt-2 pb-2 sm:px-6">
        <StatusTile
          label="Email"
          Icon={Mail}
          status={user.isEmailVerified ? 'verified' : 'pending'}
          badge={user.isEmailVerified ? 'Verified' : 'Pending'}
        />
        <StatusTile
          label="Phone number"
          Icon={Phone}
          status={user.phoneNumber ? 'added' : 'required'}
          badge={user.phoneNumber ? 'Added' : 'Required'}
        />
        <StatusTile label="KYC status" Icon={BadgeCheck} {...kycBadge(kycStatus)} />
      </ul>
    </Card>
  );
}

function kycBadge(status: string | undefined) {
  if (!status) return { status: 'pending', badge: 'Not Started' };
  const isDecided = status === 'approved' || status === 'rejected';
  return { status: isDecided ? status : 'pending', badge: humanize(status) };
}
