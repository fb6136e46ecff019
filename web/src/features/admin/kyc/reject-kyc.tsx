import { MAX_ADMIN_NOTES_LENGTH } from '@moniker/common/text-lengths.js';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import type { AdminKyc } from '@/lib/api/types';
import { errorIfBlank } from '@/lib/forms';
import { useForm } from '@/lib/use-form';
import { nameOf } from '../person';

const validate = ({ notes }: { notes: string }) => ({
  notes: errorIfBlank(notes, 'Please give a reason for the rejection'),
});

type RejectKycProps = {
  kyc: AdminKyc;
  isBusy: boolean;
  onCancel: () => void;
  onReject: (notes: string) => void;
};

/** The Reject KYC Application dialog. The reason is required and is sent to the applicant (KYC-19). */
export function RejectKyc({ kyc, isBusy, onCancel, onReject }: RejectKycProps) {
  const form = useForm({ notes: '' }, validate);
  return (
    <Dialog
      isOpen
      onClose={onCancel}
      title="Reject KYC Application"
      description={`${nameOf(kyc.user)} may apply again.`}
    >
      <form noValidate onSubmit={form.submit(({ notes }) => onReject(notes.trim()))}>
        <Field
          label="Reason"
          error={form.errors.notes}
          hint="The applicant reads it on the dashboard and by e-mail. Never write the SSN here."
        >
          {(control) => (
            <Textarea {...control} {...form.bind('notes')} rows={4} maxLength={MAX_ADMIN_NOTES_LENGTH} />
          )}
        </Field>
        <FormActions submitLabel="Reject Application" variant="danger" isBusy={isBusy} onCancel={onCancel} />
      </form>
    </Dialog>
  );
}
