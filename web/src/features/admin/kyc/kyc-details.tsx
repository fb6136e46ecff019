import { Eye, EyeOff } from 'lucide-react';
import { BankTime } from '@/components/time/bank-time';
import { Button } from '@/components/ui/button';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { errorMessage } from '@/lib/api/api-error';
import type { AdminKyc } from '@/lib/api/types';
import { humanize } from '@/lib/format';
import { useAdminFailure } from '../use-admin-failure';
import { useShowSsn } from './queries/use-show-ssn';

export function KycDetails({ kyc }: { kyc: AdminKyc }) {
  return (
    <DetailList>
      <Detail term="Name on the application">
        {kyc.firstName} {kyc.lastName}
      </Detail>
      {kyc.companyName ? <Detail term="Company">{kyc.companyName}</Detail> : null}
      <Detail term="Account type">{humanize(kyc.accountType)}</Detail>
      <Detail term="Address">{kyc.address}</Detail>
      <Detail term="Social Security number">
        <Ssn kyc={kyc} />
      </Detail>
      <Detail term="Email">
        <span className="break-all">{kyc.user.email}</span>
      </Detail>
      <Detail term="Submitted">
        <BankTime value={kyc.submittedAt} />
      </Detail>
    </DetailList>
  );
}

const SSN_FAILED = "We couldn't show the SSN";

/**
 * The masked SSN. The full number is shown on request, and each request is recorded. The number is forgotten when the
 * admin leaves the page.
 */
function Ssn({ kyc }: { kyc: AdminKyc }) {
  const show = useShowSsn();
  const fail = useAdminFailure();
  const toggle = () => {
    if (show.data) show.reset();
    else show.mutate(kyc.id, { onError: (error) => fail(error, errorMessage(error, SSN_FAILED)) });
  };
  const Icon = show.data ? EyeOff : Eye;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      <span role="status">{show.data?.ssn ?? kyc.ssn.replaceAll('*', '•')}</span>
      <Button variant="secondary" size="sm" isBusy={show.isPending} onClick={toggle}>
        <Icon aria-hidden="true" className="size-4" />
        {show.data ? 'Hide SSN' : 'Show SSN'}
      </Button>
    </span>
  );
}
