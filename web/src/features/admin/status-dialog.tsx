import { useState, type ReactNode } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { ApiError } from '@/lib/api/api-error';
import { errorIfBlank } from '@/lib/forms';
import { useForm } from '@/lib/use-form';
import { StatusChangeEffect } from './status-change-effect';
import { needsReason, type PaymentDirection } from './status-change';
import { StatusSelect } from './status-select';
import { useAdminFailure } from './use-admin-failure';
import type { TransactionStatus } from './use-decisions';

/** The submitted values; notes are trimmed. */
export type StatusValues = { status: TransactionStatus; adminNotes: string };

type StatusDialogProps = {
  title: string;
  description: string;
  /** The transaction as it was when the dialog opened. */
  subject: { id: string; revision: number; status: TransactionStatus; adminNotes: string | null };
  customer: string;
  direction: PaymentDirection;
  /** The selectable statuses. With only one there is no select. */
  statuses: readonly TransactionStatus[];
  /** Text of the toast after a failure (ADM-20, ADM-21). */
  failureOf: (error: unknown) => string;
  submitLabel: string;
  /** Details of the transaction. */
  children: ReactNode;
  /** A further field next to the status. */
  extra?: ReactNode;
  onSave: (values: StatusValues) => Promise<unknown>;
  /** Reloads the transaction after another admin has changed it. */
  onShowCurrent: () => void;
  onClose: () => void;
};

/**
 * A dialog that changes a transaction's status. It previews the effect, asks for a reason where one is needed (TRF-18),
 * and shows rejections. The current status can be kept even if it is not among `statuses`.
 */
export function StatusDialog(props: StatusDialogProps) {
  const { title, description, subject, statuses, failureOf, submitLabel, extra, onClose } = props;
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const fail = useAdminFailure();
  const [onlyStatus] = statuses;
  const initialStatus = statuses.length === 1 && onlyStatus ? onlyStatus : subject.status;
  const form = useForm({ status: initialStatus, adminNotes: subject.adminNotes ?? '' }, (values) => ({
    adminNotes: needsReason(props.direction, subject.status, values.status)
      ? errorIfBlank(values.adminNotes, 'Give a reason')
      : undefined,
  }));
  const status = form.values.status;
  const isReasonRequired = needsReason(props.direction, subject.status, status);
  const choices = statuses.includes(subject.status) ? statuses : [subject.status, ...statuses];

  const send = async () => {
    setIsSaving(true);
    setRefusal(null);
    try {
      await props.onSave({ status, adminNotes: form.values.adminNotes.trim() });
    } catch (error) {
      fail(error, failureOf(error));
      // Without a message from the server, the toast already says everything.
      if (error instanceof ApiError && error.isExplained) setRefusal(error);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description}>
      {props.children}
      <form noValidate onSubmit={form.submit(() => void send())} className="mt-5 space-y-5">
        {statuses.length === 1 ? null : (
          <div className={extra ? 'grid gap-5 sm:grid-cols-2 sm:gap-4' : undefined}>
            <Field label="Status">
              {(control) => <StatusSelect {...control} {...form.bind('status')} statuses={choices} />}
            </Field>
            {extra}
          </div>
        )}
        <StatusChangeEffect
          direction={props.direction}
          subject={subject}
          customer={props.customer}
          to={status}
        />
        <Field
          label={isReasonRequired ? 'Reason' : 'Admin notes'}
          isOptional={!isReasonRequired}
          error={form.errors.adminNotes}
        >
          {(control) => <Textarea {...control} {...form.bind('adminNotes')} maxLength={2000} />}
        </Field>
        {refusal ? <Refusal error={refusal} onShowCurrent={props.onShowCurrent} /> : null}
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={isReasonRequired ? 'danger' : 'primary'} isBusy={isSaving}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

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
            Show current
          </Button>
        ) : undefined
      }
    />
  );
}
