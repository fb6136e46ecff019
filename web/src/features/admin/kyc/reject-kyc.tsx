import { DOCUMENTS } from '@moniker/common/applications.js';
import { MAX_ADMIN_NOTES_LENGTH } from '@moniker/common/text-lengths.js';
import { useState } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import type { AdminKyc } from '@/lib/api/types';
import { errorIfBlank } from '@/lib/forms';
import { useForm } from '@/lib/use-form';
import { personName } from '../person';
import type { KycReview } from './queries/use-review-kyc';

type Kinds = Extract<KycReview, { action: 'reject' }>['documents'];

const validate = ({ notes }: { notes: string }) => ({
  notes: errorIfBlank(notes, 'Add a reason'),
});

type RejectKycProps = {
  kyc: AdminKyc;
  isBusy: boolean;
  onCancel: () => void;
  onReject: (notes: string, documents: Kinds) => void;
};

/**
 * The Reject KYC Application dialog. The reason is required and is sent to the applicant (KYC-19). If the reviewer
 * selects documents, the applicant sends only those again (FILE-35).
 */
export function RejectKyc({ kyc, isBusy, onCancel, onReject }: RejectKycProps) {
  const form = useForm({ notes: '' }, validate);
  const [documents, setDocuments] = useState<Kinds>([]);
  return (
    <Dialog
      isOpen
      onClose={onCancel}
      title="Reject KYC Application"
      description={`${personName(kyc.user)} can apply again.`}
    >
      <form
        noValidate
        onSubmit={form.submit(({ notes }) => onReject(notes.trim(), documents))}
        className="space-y-5"
      >
        <Field
          label="Reason"
          error={form.errors.notes}
          hint="We'll show this on the applicant's dashboard and email it to them. Never enter an SSN here."
        >
          {(control) => (
            <Textarea {...control} {...form.bind('notes')} rows={4} maxLength={MAX_ADMIN_NOTES_LENGTH} />
          )}
        </Field>
        <fieldset className="min-w-0">
          <legend className="text-sm font-[550]">Documents to send again</legend>
          <p className="mt-0.5 mb-2 text-sm text-ink-3">
            If only some documents are wrong, select them and the applicant keeps the rest. If you select
            none, they'll start over.
          </p>
          {kyc.documents.map(({ kind }) => (
            <Checkbox
              key={kind}
              label={DOCUMENTS[kind].name}
              checked={documents.includes(kind)}
              onChange={({ target }) =>
                setDocuments(
                  target.checked ? [...documents, kind] : documents.filter((other) => other !== kind),
                )
              }
            />
          ))}
        </fieldset>
        <FormActions submitLabel="Reject Application" variant="danger" isBusy={isBusy} onCancel={onCancel} />
      </form>
    </Dialog>
  );
}
