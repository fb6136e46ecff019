import { CircleCheck, Clock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClass } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import type { Kyc } from './earlier-documents';
import { SentDocuments } from './sent-documents';

type ApplicationStatusProps = { state: 'pending' | 'approved'; kyc: Kyc | null };

/** Replaces the form while an application is pending or approved (KYC-15). */
export function ApplicationStatus({ state, kyc }: ApplicationStatusProps) {
  const isApproved = state === 'approved';
  const Icon = isApproved ? CircleCheck : Clock;
  return (
    <Card>
      <CardBody className="py-8!">
        <Icon
          aria-hidden="true"
          className={isApproved ? 'size-8 text-accent' : 'size-8 text-warning'}
          strokeWidth={1.5}
        />
        <h2 className="mt-4 text-lg font-semibold">
          {isApproved ? 'Application approved' : 'Application pending'}
        </h2>
        <p className="mt-1 text-ink-2">
          {isApproved
            ? 'Congratulations! Your account has been approved.'
            : 'Your application is being reviewed, up to 24 hours.'}
        </p>
        <Link to="/dashboard" className={`${buttonClass()} mt-6`}>
          Back to Dashboard
        </Link>
        {kyc?.status === 'pending' ? <SentDocuments key={kyc.id} kyc={kyc} /> : null}
      </CardBody>
    </Card>
  );
}
