import { useState } from 'react';
import { MAX_ADMIN_NOTES_LENGTH } from '@moniker/common/text-lengths.js';
import { PAYMENT_STATUSES } from '@moniker/common/transactions.js';
import { Alert } from '@/components/ui/alert';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { Skeleton } from '@/components/ui/skeleton';
import { errorMessage } from '@/lib/api/api-error';
import type { Decisions, DecisionsPreview } from '@/lib/api/types';
import { humanize } from '@/lib/format';
import { errorIfBlank } from '@/lib/forms';
import { useForm } from '@/lib/use-form';
import { MAY_NEED_APPROVAL } from '../approvals/actions';
import { BulkResults } from './bulk-results';
import { CustomerReasonField } from './customer-reason-field';
import {
  customerReasonError,
  describeStatusChange,
  isDecline,
  needsReason,
  type PaymentDirection,
} from './status-change';
import { StatusSelect } from '../status-select';
import { useAdminFailure } from '../use-admin-failure';
import { useDecideInBulk, useDecisionPreview, type TransactionStatus } from './queries/use-decisions';

/** A row that a bulk decision can include. */
export type BulkRow = { id: string; revision: number; status: TransactionStatus; amountCents: number };

/** The target status; null if it is chosen in the dialog. */
export type BulkDecision = { to: TransactionStatus | null };

type BulkDialogProps<Row extends BulkRow> = BulkDecision & {
  direction: PaymentDirection;
  rows: readonly Row[];
  labelOf: (row: Row) => string;
  onCancel: () => void;
  /** Called when the results are closed. */
  onDone: () => void;
};

/** A bulk decision: previews its effect, then lists the result for each row. */
export function BulkDialog<Row extends BulkRow>(props: BulkDialogProps<Row>) {
  const { direction, rows, labelOf, onCancel, onDone } = props;
  const [results, setResults] = useState<Decisions | null>(null);
  const labels = new Map(rows.map((row) => [row.id, labelOf(row)]));
  return (
    <Dialog
      isOpen
      onClose={results ? onDone : onCancel}
      title={results ? 'Results' : `Update ${countOf(rows.length, direction)}`}
      description={results ? `${results.doneCount} of ${rows.length} done` : describeCurrentStatus(rows)}
    >
      {results ? (
        <BulkResults results={results} labels={labels} onClose={onDone} />
      ) : (
        <BulkForm
          direction={direction}
          rows={rows}
          to={props.to}
          labels={labels}
          onCancel={onCancel}
          onDecided={setResults}
        />
      )}
    </Dialog>
  );
}

type BulkFormProps = BulkDecision & {
  direction: PaymentDirection;
  rows: readonly BulkRow[];
  labels: ReadonlyMap<string, string>;
  onCancel: () => void;
  onDecided: (results: Decisions) => void;
};

function BulkForm({ direction, rows, to, labels, onCancel, onDecided }: BulkFormProps) {
  const currentStatus = rows[0]?.status ?? 'pending';
  const choices = PAYMENT_STATUSES.filter((status) => status !== currentStatus);
  const decide = useDecideInBulk();
  const fail = useAdminFailure();
  const form = useForm(
    { status: to ?? choices[0] ?? currentStatus, adminNotes: '', reasonChoice: '', customerReason: '' },
    (values) => ({
      adminNotes: needsReason(direction, currentStatus, values.status)
        ? errorIfBlank(values.adminNotes, 'Add a reason')
        : undefined,
      customerReason: isDecline(direction, currentStatus, values.status)
        ? customerReasonError(values.reasonChoice, values.customerReason)
        : undefined,
    }),
  );
  const status = form.values.status;
  const isReasonRequired = needsReason(direction, currentStatus, status);
  const declines = isDecline(direction, currentStatus, status);
  const body = { status, items: rows.map(({ id, revision }) => ({ id, expectedRevision: revision })) };
  const preview = useDecisionPreview(body, true);

  const send = () => {
    const adminNotes = form.values.adminNotes.trim();
    const customerReason = declines ? form.values.customerReason.trim() : '';
    decide.mutate(
      { ...body, ...(adminNotes && { adminNotes }), ...(customerReason && { customerReason }) },
      {
        onSuccess: onDecided,
        onError: (error) => fail(error, errorMessage(error, 'Failed to update transaction status')),
      },
    );
  };
  return (
    <form noValidate onSubmit={form.submit(send)} className="space-y-5">
      {to === null ? (
        <Field label="New status">
          {(control) => <StatusSelect {...control} {...form.bind('status')} statuses={choices} />}
        </Field>
      ) : null}
      <section
        aria-label="What this does"
        aria-live="polite"
        className="rounded-md border border-rule px-4 py-3"
      >
        <p className="text-sm text-ink-2">
          {describeStatusChange(direction, currentStatus, status)} {MAY_NEED_APPROVAL}
        </p>
        {preview.isPending ? <Skeleton className="mt-3 h-10" /> : null}
        {preview.isError ? (
          <ErrorState title="We couldn't load the preview." onRetry={() => void preview.refetch()} />
        ) : null}
        {preview.data ? (
          <PreviewSummary preview={preview.data} labels={labels} direction={direction} />
        ) : null}
      </section>
      <Field
        label={isReasonRequired ? 'Reason' : 'Admin notes'}
        isOptional={!isReasonRequired}
        error={form.errors.adminNotes}
      >
        {(control) => (
          <Textarea {...control} {...form.bind('adminNotes')} maxLength={MAX_ADMIN_NOTES_LENGTH} rows={2} />
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
      <FormActions
        submitLabel={
          declines
            ? `Reject ${titleCase(countOf(rows.length, direction))}`
            : `Mark ${titleCase(countOf(rows.length, direction))} as ${humanize(status)}`
        }
        variant={isReasonRequired ? 'danger' : 'primary'}
        isBusy={decide.isPending}
        onCancel={onCancel}
      />
    </form>
  );
}

type PreviewSummaryProps = {
  preview: DecisionsPreview;
  labels: ReadonlyMap<string, string>;
  direction: PaymentDirection;
};

function PreviewSummary({ preview, labels, direction }: PreviewSummaryProps) {
  const refused = preview.items.filter(({ reason }) => reason !== null);
  return (
    <>
      <p className="tnum mt-2 font-semibold">
        {countOf(preview.count, direction)}, {preview.sum}
      </p>
      {refused.length > 0 ? (
        <Alert tone="warning" title={`${refused.length} can't be updated`} className="mt-3">
          <ul className="max-h-40 space-y-1 overflow-y-auto">
            {refused.map(({ id, reason }) => (
              <li key={id}>
                <span className="font-[550]">{labels.get(id)}.</span> {reason}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </>
  );
}

function countOf(count: number, direction: PaymentDirection): string {
  const noun = direction === 'outgoing' ? 'transfer' : 'payment';
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** For buttons: `2 transfers` → `2 Transfers`. */
function titleCase(text: string): string {
  return text.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function describeCurrentStatus(rows: readonly BulkRow[]): string {
  return `Currently ${humanize(rows[0]?.status ?? '').toLowerCase()}. We update each one separately.`;
}
