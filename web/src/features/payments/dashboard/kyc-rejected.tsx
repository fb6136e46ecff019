import { Link } from 'react-router-dom';
import { Alert } from '@/components/ui/alert';
import { buttonClass } from '@/components/ui/button';

const DEFAULT_NOTES =
  'Your KYC application was rejected. Please submit a new application with correct information.';

/** Why the application was rejected, with a link to a new one (DASH-6). */
export function KycRejected({ notes }: { notes: string | null }) {
  return (
    <Alert
      tone="danger"
      title="KYC Application Rejected"
      action={
        <Link to="/apply-checking" className={buttonClass({ variant: 'danger' })}>
          Submit New KYC Application
        </Link>
      }
    >
      {notes?.trim() || DEFAULT_NOTES}
    </Alert>
  );
}
