import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { REDIRECT_ON_MISSING_PHONE_MS } from '@/lib/constants';
import { hasBlank } from '@/lib/forms';
import { useSession } from '@/lib/session';
import { toastError } from '@/lib/toast';
import { useDelayedNavigate } from '@/lib/use-delayed-navigate';
import { useForm, type FormErrors } from '@/lib/use-form';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { useSteps } from '@/lib/use-steps';
import { toKycRequestBody } from './application-body';
import {
  EMPTY_APPLICATION,
  isPersonalField,
  isSameApplication,
  validateApplication,
  type ApplicationValues,
} from './application-values';
import { keptDocuments, missingDocumentsMessage, type Kyc } from './documents';
import { DocumentsStep } from './documents-step';
import { EarlierApplication, type EarlierValues } from './earlier-application';
import { PersonalStep } from './personal-step';
import { useCreateKyc } from './queries/use-create-kyc';
import { useReplaceDocument } from './queries/use-replace-document';
import { RejectionReason } from './rejection-reason';
import {
  classifySubmissionError,
  SubmissionErrorAlert,
  type FieldError,
  type SubmissionError,
} from './submission-error-alert';
import { useDocuments } from './use-documents';

type ApplicationWizardProps = {
  /** The last application, if there was one. */
  kyc: Kyc | null;
  /** The customer's entries in the last application, if only some of its documents have to be sent again. */
  entered?: EarlierValues | undefined;
  onSubmitted: () => void;
};

/**
 * The application form: personal information, then documents (KYC-3). Each step is an entry in the browser's history,
 * and the second step opens only once the first is valid (UI-27). If only documents have to be sent again, they come
 * first, and the personal information can still be changed (FILE-36).
 */
export function ApplicationWizard({ kyc, entered: earlierValues, onSubmitted }: ApplicationWizardProps) {
  const isPartial = earlierValues !== undefined;
  const isRejected = kyc?.status === 'rejected';
  const steps = useSteps<'person' | 'documents'>(isPartial ? 'documents' : 'person');
  const [showMissing, setShowMissing] = useState(false);
  const [submissionError, setSubmissionError] = useState<SubmissionError>();
  const { user } = useSession();
  // The name is known from registration.
  const known = { firstName: user?.firstName ?? '', lastName: user?.lastName ?? '' };
  const form = useForm({ ...EMPTY_APPLICATION, ...known, ...earlierValues }, (values) =>
    validateApplication(values, isRejected),
  );
  const [entered, setEntered] = useState<ApplicationValues>();
  const isValid = isPartial || isSameApplication(entered, form.values);
  const step = steps.step === 'documents' && isValid ? 2 : 1;
  const [earlier] = useState(() => keptDocuments(kyc));
  const replace = useReplaceDocument();
  const documents = useDocuments({
    earlier,
    attach: async (kind, path) => {
      // A failure does no harm: submitting the application sends the document's path again.
      if (kyc) await replace({ documentType: kind, documentUrl: path }).catch(() => undefined);
    },
  });
  const { element, focusField } = useFieldFocus(step);
  const create = useCreateKyc();
  const expire = useSessionExpiry();
  const navigateLater = useDelayedNavigate();
  const { accountType } = form.values;

  const handleError = (error: unknown) => {
    if (expire(error)) return;
    const classified = classifySubmissionError(error);
    if (classified.kind === 'field') {
      showFieldError(classified);
      if (classified.title) toastError(classified.title);
      return;
    }
    setSubmissionError(classified);
    if (classified.kind === 'phone') navigateLater('/settings', REDIRECT_ON_MISSING_PHONE_MS);
  };
  const showPerson = () => (isPartial ? steps.goTo('person') : steps.goBack());
  const showDocuments = () => (isPartial ? steps.goBack() : steps.goTo('documents'));
  /** Shows the error on its field or document, in the step that contains it. */
  const showFieldError = ({ name, message }: FieldError) => {
    if (isPersonalField(name)) {
      form.setServerError(name, message);
      showPerson();
    } else documents.reject(name, message);
    focusField(name);
  };
  const send = () => {
    const missing = missingDocumentsMessage(accountType, documents.paths);
    setShowMissing(missing !== undefined);
    setSubmissionError(undefined);
    if (missing) toastMissing(missing);
    else
      create.mutate(toKycRequestBody(form.values, documents.uploaded), {
        onSuccess: onSubmitted,
        onError: handleError,
      });
  };

  return (
    <Card aria-label="Application">
      <CardBody>
        <StepHeading step={step} isPartial={isPartial} />
        {isRejected ? <RejectionReason kyc={kyc} /> : null}
        {kyc && !isPartial && step === 1 ? (
          <EarlierApplication
            canOmitSsn={isRejected}
            onUse={(values) => form.reset({ ...values, ssn: form.values.ssn })}
          />
        ) : null}
        <form
          ref={element}
          data-toasts-above=""
          noValidate
          onSubmit={form.submit(
            (values) => {
              setEntered(values);
              if (step === 1) showDocuments();
              else send();
            },
            (broken) => {
              toastInvalid(form.values, broken, isRejected);
              if (step === 2) showPerson();
            },
          )}
          className="space-y-8"
        >
          {step === 1 ? (
            <PersonalStep form={form} canOmitSsn={isRejected} />
          ) : (
            <DocumentsStep accountType={accountType} documents={documents} showMissing={showMissing} />
          )}
          {submissionError && step === 2 ? <SubmissionErrorAlert error={submissionError} /> : null}
          <WizardButtons
            step={step}
            isSending={create.isPending}
            isPartial={isPartial}
            isUploading={documents.isUploading}
            onPrevious={showPerson}
          />
        </form>
      </CardBody>
    </Card>
  );
}

function toastInvalid(
  values: ApplicationValues,
  broken: FormErrors<ApplicationValues>,
  canOmitSsn: boolean,
): void {
  const { companyName: _optional, ssn, ...required } = values;
  if (hasBlank(canOmitSsn ? required : { ...required, ssn }))
    toastMissing('Please fill in all required fields');
  else {
    const description = Object.values(broken).find((message) => message !== undefined);
    toastError('Please check your details', description);
  }
}

function toastMissing(description: string): void {
  toastError('Missing information', description);
}

/** Focuses a field by its name, once the step that contains it is rendered. */
function useFieldFocus(step: 1 | 2) {
  const element = useRef<HTMLFormElement>(null);
  const [target, setTarget] = useState<{ name: string }>();
  const reached = useRef<typeof target>(undefined);
  // Runs after the effect of `StepHeading`, which moves the focus too.
  useEffect(() => {
    if (target === undefined || target === reached.current) return;
    const field = element.current?.querySelector<HTMLElement>(`[name="${target.name}"]`);
    if (!field) return;
    reached.current = target;
    field.focus();
  }, [target, step]);
  return { element, focusField: (name: string) => setTarget({ name }) };
}

/** The heading of the step. It takes the focus when the step changes. */
function StepHeading({ step, isPartial }: { step: 1 | 2; isPartial: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previousStep = useRef(step);
  useEffect(() => {
    if (previousStep.current !== step) heading.current?.focus();
    previousStep.current = step;
  }, [step]);
  return (
    <div className="mb-6 border-b border-rule pb-4">
      {isPartial ? null : <p className="caption">Step {step} of 2</p>}
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {step === 1 ? 'Who you are' : 'Proof of identity'}
      </h2>
    </div>
  );
}

type WizardButtonsProps = {
  step: 1 | 2;
  isPartial: boolean;
  isSending: boolean;
  isUploading: boolean;
  onPrevious: () => void;
};

function WizardButtons({ step, isPartial, isSending, isUploading, onPrevious }: WizardButtonsProps) {
  return (
    <div className="flex flex-col-reverse gap-2 sm:flex-row">
      {step === 2 ? (
        <Button variant="secondary" size="lg" disabled={isSending} onClick={onPrevious}>
          {isPartial ? 'Change My Details' : 'Previous'}
        </Button>
      ) : null}
      <Button type="submit" size="lg" isBusy={isSending} disabled={step === 2 && isUploading}>
        {step === 1 ? 'Next' : 'Submit Application'}
      </Button>
    </div>
  );
}
