import { DOCUMENTS } from '@moniker/common/applications.js';
import { MAX_ADMIN_NOTES_LENGTH } from '@moniker/common/text-lengths.js';
import { Alert } from '@/components/ui/alert';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import type { AdminKyc } from '@/lib/api/types';
import { useForm } from '@/lib/use-form';
import { personName } from '../person';
import type { DocumentLook } from './use-document-look';

const validateNothing = () => ({});

type ApproveKycProps = {
  kyc: AdminKyc;
  /** Null until the access log has loaded, because the log says what the admin opened earlier. */
  look: DocumentLook | null;
  isBusy: boolean;
  onCancel: () => void;
  onApprove: (notes: string) => void;
};

/** The Approve KYC Application dialog, with optional notes (KYC-37). */
export function ApproveKyc({ kyc, look, isBusy, onCancel, onApprove }: ApproveKycProps) {
  const form = useForm({ notes: '' }, validateNothing);
  return (
    <Dialog
      isOpen
      onClose={onCancel}
      title="Approve KYC Application"
      description={`This marks ${personName(kyc.user)} as verified.`}
    >
      <form noValidate onSubmit={form.submit(({ notes }) => onApprove(notes.trim()))} className="space-y-5">
        {look && look.unopened.length > 0 ? <Alert tone="warning" title={unopenedText(kyc, look)} /> : null}
        <Field
          label="Notes"
          isOptional
          hint="Saved with the approval. Only admins see them. Never enter an SSN here."
        >
          {(control) => (
            <Textarea {...control} {...form.bind('notes')} rows={2} maxLength={MAX_ADMIN_NOTES_LENGTH} />
          )}
        </Field>
        <FormActions submitLabel="Approve Application" isBusy={isBusy} onCancel={onCancel} />
      </form>
    </Dialog>
  );
}

function unopenedText({ documents }: AdminKyc, { unopened }: DocumentLook): string {
  if (unopened.length === documents.length) return "You haven't opened any of this application's documents.";
  return `You haven't opened: ${unopened.map(({ kind }) => DOCUMENTS[kind].name).join('; ')}`;
}
