import type { ReactNode } from 'react';
import { MAX_ADMIN_NOTES_LENGTH } from '@moniker/common/text-lengths.js';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { ApiError } from '@/lib/api/api-error';
import { errorIfBlank } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { personName } from '../person';
import { StatusSelect } from '../status-select';
import { useAdminFailure } from '../use-admin-failure';
import { useMoneyMutation } from '../use-money-mutation';
import type { Payment } from './payment-declaration';
import type { PaymentCalls } from './queries/payment-calls';
import type { TransactionStatus } from './queries/use-decisions';
import { CustomerReasonField } from './customer-reason-field';
import { StatusChangeEffect } from './status-change-effect';
import { customerReasonError, isDecline, needsReason, type PaymentDirection } from './status-change';

/** The submitted values, with notes and reason trimmed. */
export type StatusValues = {
  status: TransactionStatus;
  adminNotes: string;
  expectedRevision: number;
  customerReason?: string;
};

type StatusDialogProps<Body, Result> = {
  title: string;
  description: ReactNode;
  /** The payment as it was when the dialog opened. */
  payment: Payment;
  direction: PaymentDirection;
  /**
   * The statuses to choose from, besides the payment's current status. If the list has a single status, that status is
   * selected and no choice is shown.
   */
  statuses: readonly TransactionStatus[];
  /** The initial selection, if it is among `statuses`; the current status by default. */
  suggestedStatus?: string;
  /** The toast's text on failure (ADM-20, ADM-21). */
  failureOf: (error: unknown) => string;
  submitLabel: string;
  /** Details of the payment. */
  children: ReactNode;
  /** An extra field next to the status. */
  extra?: ReactNode;
  /** Whether the extra field changes the payment's date. */
  isDateChanged?: boolean;
  bodyOf: (values: StatusValues) => Body;
  update: PaymentCalls<never, Body, Result>['update'];
  /** The toast's title on success. */
  successOf: (result: Result) => string;
  /** Reloads the payment after another admin has changed it. */
  onShowCurrent: () => void;
  onClose: () => void;
};

/**
 * A dialog that changes a payment's status. It previews the effect, asks for a reason where one is needed (TRF-18),
 * and shows why the API refused a change.
 */
export function StatusDialog<Body, Result>(props: StatusDialogProps<Body, Result>) {
  const { title, description, payment, direction, statuses, failureOf, submitLabel, extra, onClose } = props;
  const update = useMoneyMutation((body: Body, headers) => props.update(payment.id, body, headers));
  const fail = useAdminFailure();
  const [onlyStatus] = statuses;
  const suggested =
    statuses.length === 1 ? onlyStatus : statuses.find((one) => one === props.suggestedStatus);
  const initialStatus = suggested ?? payment.status;
  const form = useForm(
    { status: initialStatus, adminNotes: payment.adminNotes ?? '', reasonChoice: '', customerReason: '' },
    (values) => ({
      adminNotes: needsReason(direction, payment.status, values.status)
        ? errorIfBlank(values.adminNotes, 'Add a reason')
        : undefined,
      customerReason: isDecline(direction, payment.status, values.status)
        ? customerReasonError(values.reasonChoice, values.customerReason)
        : undefined,
    }),
  );
  const status = form.values.status;
  const isReasonRequired = needsReason(direction, payment.status, status);
  const declines = isDecline(direction, payment.status, status);
  const choices = statuses.includes(payment.status) ? statuses : [payment.status, ...statuses];
  const isFinal = payment.canceledByCustomer ?? false;
  // Shown in the dialog only if the server sent a message; otherwise the toast already says everything.
  const refusal = update.error instanceof ApiError && update.error.isExplained ? update.error : null;

  const send = () => {
    const adminNotes = form.values.adminNotes.trim();
    const customerReason = declines ? form.values.customerReason.trim() : '';
    const values = { status, adminNotes, expectedRevision: payment.revision };
    update.mutate(props.bodyOf({ ...values, ...(customerReason && { customerReason }) }), {
      onSuccess: (result) => {
        toast({ title: props.successOf(result) });
        onClose();
      },
      onError: (error) => fail(error, failureOf(error)),
    });
  };
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description}>
      {props.children}
      <form noValidate onSubmit={form.submit(send)} className="mt-5 space-y-5">
        {statuses.length === 1 ? null : (
          <div className={extra ? 'grid gap-5 sm:grid-cols-2 sm:gap-4' : undefined}>
            <Field
              label="Status"
              hint={isFinal ? 'The customer canceled this transfer, so its status is final.' : undefined}
            >
              {(control) => (
                <StatusSelect {...control} {...form.bind('status')} statuses={choices} disabled={isFinal} />
              )}
            </Field>
            {extra}
          </div>
        )}
        <StatusChangeEffect
          direction={direction}
          payment={payment}
          customer={personName(payment.user)}
          to={status}
          isDateChanged={props.isDateChanged ?? false}
        />
        <Field
          label={isReasonRequired ? 'Reason' : 'Admin notes'}
          isOptional={!isReasonRequired}
          error={form.errors.adminNotes}
        >
          {(control) => (
            <Textarea {...control} {...form.bind('adminNotes')} maxLength={MAX_ADMIN_NOTES_LENGTH} />
          )}
        </Field>
        {declines ? (
          <CustomerReasonField
            choice={form.values.reasonChoice}
            text={form.values.customerReason}
            error={form.errors.customerReason}
            onChange={(reasonChoice, customerReason) =>
              form.setValues((current) => ({ ...current, reasonChoice, customerReason }))
            }
          />
        ) : null}
        {payment.customerReason ? (
          <p className="text-sm text-ink-2">
            <span className="font-[550] text-ink">Message to the customer</span> {payment.customerReason}
          </p>
        ) : null}
        {refusal ? (
          <div ref={scrollIntoView}>
            <Refusal error={refusal} onShowCurrent={props.onShowCurrent} />
          </div>
        ) : null}
        <FormActions
          submitLabel={submitLabel}
          variant={isReasonRequired ? 'danger' : 'primary'}
          isBusy={update.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** Scrolls to the refusal, which may appear below the visible part of the form. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

function Refusal({ error, onShowCurrent }: { error: ApiError; onShowCurrent: () => void }) {
  const isAlreadyDecided = error.flags.code === 'ALREADY_DECIDED';
  return (
    <Alert
      tone="danger"
      isLive
      title={error.message}
      action={
        isAlreadyDecided ? (
          <Button size="sm" variant="secondary" onClick={onShowCurrent}>
            Show latest
          </Button>
        ) : undefined
      }
    />
  );
}
