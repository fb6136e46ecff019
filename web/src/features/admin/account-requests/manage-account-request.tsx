import { useState, type ComponentProps } from 'react';
import { DEFAULT_ROUTING_NUMBER } from '@moniker/common/account-numbers.js';
import { ACCOUNT_REQUEST_STATUSES } from '@moniker/common/applications.js';
import { BankTime } from '@/components/time/bank-time';
import { Alert } from '@/components/ui/alert';
import { Checkbox } from '@/components/ui/checkbox';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, FormActions } from '@/components/ui/dialog';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { errorFlags } from '@/lib/api/api-error';
import type { AdminAccountRequest } from '@/lib/api/types';
import { digitsOnly, humanize } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useDecideAccountRequest } from './queries/use-decide-account-request';
import { MAY_NEED_APPROVAL } from '../approvals/actions';
import { personName } from '../person';
import { StatusSelect } from '../status-select';
import { useAdminFailure } from '../use-admin-failure';
import { decisionBody, decisionValues, newAccount, type NewAccount } from './decision';

type ManageAccountRequestProps = {
  request: AdminAccountRequest;
  /** The initially selected status; by default the request's current one. */
  initialStatus?: AdminAccountRequest['status'] | null;
  onClose: () => void;
};

const validateNothing = () => ({});
// Keeps excess digits, because cutting them off could leave a valid but different number.
const digits = (text: string) => digitsOnly(text);

/** The Manage Account Request dialog (ACC-3). */
export function ManageAccountRequest({ request, initialStatus, onClose }: ManageAccountRequestProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Manage Account Request"
      description={`${humanize(request.accountType)} checking account for ${personName(request.user)}`}
    >
      <RequestDetails request={request} />
      {request.isReplaced ? (
        <ReplacedNotice onClose={onClose} />
      ) : (
        <DecisionForm request={request} initialStatus={initialStatus ?? request.status} onClose={onClose} />
      )}
    </Dialog>
  );
}

function RequestDetails({ request }: { request: AdminAccountRequest }) {
  return (
    <DetailList className="-mt-2.5 mb-5 border-b border-rule">
      <Detail term="Email">
        <span className="break-all">{request.user.email}</span>
      </Detail>
      <Detail term="Submitted">
        <BankTime value={request.createdAt} />
      </Detail>
      {request.decidedAt ? (
        <Detail term="Last decision">
          {request.decidedBy ? `${request.decidedBy}, ` : ''}
          <BankTime value={request.decidedAt} />
        </Detail>
      ) : null}
      {request.approvedAt ? (
        <Detail term="First approved">
          <BankTime value={request.approvedAt} />
        </Detail>
      ) : null}
    </DetailList>
  );
}

function ReplacedNotice({ onClose }: { onClose: () => void }) {
  return (
    <>
      <Alert tone="info" title="Replaced">
        The customer has submitted a newer request, so you can&apos;t decide on this one.
      </Alert>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
  );
}

type DecisionFormProps = {
  request: AdminAccountRequest;
  initialStatus: AdminAccountRequest['status'];
  onClose: () => void;
};

function DecisionForm({ request, initialStatus, onClose }: DecisionFormProps) {
  const { send, error, isPending } = useDecision(request, onClose);
  const form = useForm(decisionValues(request, initialStatus), validateNothing);
  const { bind } = form;
  const [isConfirmed, setConfirmed] = useState(false);
  const isApproved = form.values.status === 'approved';
  const isNewApproval = isApproved && request.status !== 'approved';
  const effect = effectOnNumber(request.status, form.values.status);
  const isRejection = form.values.status === 'rejected' && request.status !== 'rejected';
  const needsConfirmation = isNewApproval && request.kycStatus !== 'approved';
  return (
    <form noValidate onSubmit={form.submit(send)} className="space-y-5">
      <Field label="Status">
        {(control) => <StatusSelect {...control} {...bind('status')} statuses={ACCOUNT_REQUEST_STATUSES} />}
      </Field>
      {needsConfirmation ? (
        <UnverifiedIdentity
          kycStatus={request.kycStatus}
          isConfirmed={isConfirmed}
          onConfirm={setConfirmed}
        />
      ) : null}
      {isApproved ? (
        <NumberFields
          account={bind('accountNumber', digits)}
          routing={bind('routingNumber', digits)}
          isEditable={isNewApproval}
          earlier={request.accountNumber}
          error={takenNumberError(error)}
        />
      ) : null}
      <Field
        label="Status message"
        isOptional
        hint={`We'll show this on the customer's dashboard${isRejection ? ' and email it to them' : ''}.`}
      >
        {(control) => <Textarea {...control} {...bind('statusMessage')} rows={2} />}
      </Field>
      <Field label="Admin notes" isOptional>
        {(control) => <Textarea {...control} {...bind('adminNotes')} rows={2} />}
      </Field>
      {effect ? (
        <p className="text-sm text-ink-2">
          {effect} {MAY_NEED_APPROVAL}
        </p>
      ) : null}
      <FormActions
        submitLabel="Update Request"
        isBusy={isPending}
        isDisabled={needsConfirmation && !isConfirmed}
        onCancel={onClose}
      />
    </form>
  );
}

/** Says how a new status affects the customer's account number. Null if the number isn't affected. */
function effectOnNumber(from: string, to: string): string | null {
  if (from === to) return null;
  if (to === 'approved') return 'Assigns the account and routing numbers.';
  if (from === 'approved') return "The account number stops working, and the customer can't send money.";
  return null;
}

/** Sends a decision. Closes the dialog on success or if its data is outdated. */
function useDecision(request: AdminAccountRequest, onClose: () => void) {
  const decide = useDecideAccountRequest();
  const fail = useAdminFailure();
  // Remembers the generated values: if the response is lost, the approval must be repeated with the same values
  // (ADM-42).
  const [added, setAdded] = useState<NewAccount | null>(null);
  const send = (values: ReturnType<typeof decisionValues>) => {
    const account = added ?? newAccount();
    setAdded(account);
    decide.mutate(
      { id: request.id, body: decisionBody(values, request, account) },
      {
        onSuccess: () => {
          toast({ title: 'Account request updated successfully' });
          onClose();
        },
        onError: (error) => {
          fail(error, 'Failed to update account request');
          if (errorFlags(error).code === 'ACCOUNT_NUMBER_TAKEN') setAdded(null);
          if (errorFlags(error).code === 'ALREADY_DECIDED') onClose();
        },
      },
    );
  };
  return { send, error: decide.error, isPending: decide.isPending };
}

type UnverifiedIdentityProps = {
  kycStatus: string | null;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
};

function UnverifiedIdentity({ kycStatus, isConfirmed, onConfirm }: UnverifiedIdentityProps) {
  return (
    <Alert tone="warning" title="This customer's identity isn't verified">
      <p>{riskOfApproval(kycStatus)}</p>
      <Checkbox
        label="Approve the account anyway"
        checked={isConfirmed}
        onChange={(event) => onConfirm(event.target.checked)}
      />
    </Alert>
  );
}

/** Warns the admin before an approval while the newest KYC application isn't approved (TRF-12). */
function riskOfApproval(kycStatus: string | null): string {
  if (kycStatus === 'rejected')
    return "The KYC application was rejected. The customer gets an account number, but can't send money until we approve a new application.";
  const application =
    kycStatus === null ? "There's no KYC application." : `The KYC application is ${kycStatus}.`;
  return `${application} With an account number, the customer can send money.`;
}

type NumberFieldsProps = {
  account: ComponentProps<typeof Input>;
  routing: ComponentProps<typeof Input>;
  isEditable: boolean;
  /** The number from an earlier approval. A new approval restores this number unless another one is entered. */
  earlier: string | null;
  error: string | undefined;
};

function NumberFields({ account, routing, isEditable, earlier, error }: NumberFieldsProps) {
  const ifEmpty = earlier === null ? 'generate one' : `restore ${earlier}`;
  const shared = { readOnly: !isEditable, inputMode: 'numeric', className: 'tnum' } as const;
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <Field
        label="Account number"
        isOptional
        hint={
          isEditable
            ? `Leave empty to ${ifEmpty}.`
            : 'To change the numbers, save a different status, then approve the request again.'
        }
        error={error}
      >
        {(control) => <Input {...control} {...account} {...shared} />}
      </Field>
      <Field label="Routing number" isOptional>
        {(control) => <Input {...control} {...routing} {...shared} placeholder={DEFAULT_ROUTING_NUMBER} />}
      </Field>
    </div>
  );
}

/** The server's message about the account number, if the server rejected that field. */
function takenNumberError(error: unknown): string | undefined {
  return error instanceof Error && errorFlags(error).fields?.includes('accountNumber')
    ? error.message
    : undefined;
}
