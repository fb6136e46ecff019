import { CircleCheck, Clock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClass } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import type { ApplicationState } from './application-state';
import type { Kyc } from './documents';
import { SentDocuments } from './sent-documents';

type Status = Exclude<ApplicationState, 'open'>;

const TEXTS: Record<Status, { title: string; text: string }> = {
  pending: {
    title: 'Application pending',
    text: 'Your application is being reviewed, up to 24 hours.',
  },
  verified: {
    title: 'Identity verified',
    text: "We're reviewing your request for a checking account. This can take up to 24 hours.",
  },
  approved: { title: 'Application approved', text: 'Congratulations! Your account has been approved.' },
};

type ApplicationStatusProps = { state: Status; kyc: Kyc | null };

/** Shown instead of the form while an application is pending, verified or approved (KYC-15, KYC-71). */
export function ApplicationStatus({ state, kyc }: ApplicationStatusProps) {
  const { title, text } = TEXTS[state];
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
        <h2 className="mt-4 text-lg font-semibold">{title}</h2>
        <p className="mt-1 text-ink-2">{text}</p>
        <Link to="/dashboard" className={`${buttonClass()} mt-6`}>
          Back to Dashboard
        </Link>
        {kyc?.status === 'pending' ? <SentDocuments key={kyc.id} kyc={kyc} /> : null}
      </CardBody>
    </Card>
  );
}
