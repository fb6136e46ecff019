import { StatusBadge } from '@/components/ui/status-badge';

type Application = {
  status: string;
  /** Whether the customer has submitted a newer application. */
  isReplaced: boolean;
};

/**
 * The status of an application or account request. An undecided application is shown as replaced if the customer has
 * submitted a newer one: nobody can decide on the old one anymore (KYC-60).
 */
export function ApplicationStatus({ application }: { application: Application }) {
  const { status, isReplaced } = application;
  return <StatusBadge status={isReplaced && isUndecided(application) ? 'replaced' : status} />;
}

export function isUndecided({ status }: Pick<Application, 'status'>): boolean {
  return status === 'pending' || status === 'in_review';
}
