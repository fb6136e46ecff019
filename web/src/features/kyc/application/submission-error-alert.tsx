import { Link } from 'react-router-dom';
import { type DocumentKind, isDocumentKind } from '@moniker/common/applications.js';
import { BRAND } from '@moniker/common/brand.js';
import { Alert } from '@/components/ui/alert';
import { buttonClass } from '@/components/ui/button';
import { ApiError, errorFlags, isOfflineError, errorMessage } from '@/lib/api/api-error';
import { isPersonalField, type ApplicationValues } from './application-values';

/** An error that concerns the whole application. */
export type SubmissionError = { kind: 'phone' } | { kind: 'other'; detail?: string };

/** An error in one field or document. */
export type FieldError = {
  kind: 'field';
  name: keyof ApplicationValues | DocumentKind;
  message: string;
  title?: string;
};

const SUBMIT_FAILED_MESSAGE = 'Failed to submit application. Please try again.';

const SSN_DUPLICATE_MESSAGE = `This Social Security Number is already associated with another ${BRAND} account. Each person can only have one account for security and regulatory compliance.`;
const PHONE_REQUIRED_MESSAGE =
  'Phone number is required. Please add your phone number in Settings before applying for an account.';

/** Decides where the error of a failed submission is shown (KYC-10, KYC-11, KYC-14). */
export function classifySubmissionError(error: unknown): SubmissionError | FieldError {
  const message = errorMessage(error, '');
  const flags = errorFlags(error);
  if (flags.phoneNumberRequired || /phone number is required/i.test(message)) return { kind: 'phone' };
  if (flags.ssnDuplicate || /social security number is already/i.test(message)) {
    return { kind: 'field', name: 'ssn', message: SSN_DUPLICATE_MESSAGE };
  }
  const field = flags.fields?.find((name) => isPersonalField(name) || isDocumentKind(name));
  if (field) return { kind: 'field', name: field, message, title: SUBMIT_FAILED_MESSAGE };
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isRefused || isOfflineError(error) ? { kind: 'other', detail: message } : { kind: 'other' };
}

export function SubmissionErrorAlert({ error }: { error: SubmissionError }) {
  if (error.kind === 'phone') {
    return (
      <Alert
        tone="danger"
        isLive
        title={PHONE_REQUIRED_MESSAGE}
        action={
          <Link to="/settings" className={buttonClass({ variant: 'danger' })}>
            Go to Settings
          </Link>
        }
      >
        We'll take you there in a moment.
      </Alert>
    );
  }
  return (
    <Alert tone="danger" isLive title={SUBMIT_FAILED_MESSAGE}>
      {error.detail}
    </Alert>
  );
}
