import { useState } from 'react';
import { parseTypedAmount } from '@moniker/common/typed-amount.js';
import { MAX_DESCRIPTION_LENGTH } from '@moniker/common/text-lengths.js';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Money } from '@/components/ui/money';
import { StatusBadge } from '@/components/ui/status-badge';
import { humanize } from '@/lib/format';
import { toast } from '@/lib/toast';
import { AmountField } from '../amount-field';
import { MAY_NEED_APPROVAL } from '../approvals/actions';
import { CategorySelect } from '../category-select';
import { personName } from '../person';
import { useAdminUser } from '../use-admin-user';
import { useCreditForm, type CreditValues } from '../use-credit-form';
import { UserField } from '../user-field';
import { createPreviewId } from './preview-id';

/**
 * The create-transaction dialog with a live preview (PAY-7, PAY-9). Incoming credits only; outgoing transfers are
 * requested by customers.
 */
export function CreateTransaction({ onClose }: { onClose: () => void }) {
  const { form, send, isSending } = useCreditForm('', onClose);
  const user = useAdminUser(form.values.userId || null).data;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="lg"
      title="Create Transaction"
      description={`Adds money to a customer's account, with no fee. Admins can't send money from it. ${MAY_NEED_APPROVAL}`}
    >
      <form noValidate onSubmit={form.submit(send, () => showMissingToast(form.values))}>
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-6">
          <div className="space-y-5">
            <UserField
              error={form.errors.userId}
              value={form.values.userId}
              onPick={(picked) => form.set('userId', picked.id)}
            />
            <AmountField error={form.errors.amount} {...form.bind('amount')} />
            <Field label="Description" error={form.errors.description}>
              {(control) => (
                <Input {...control} {...form.bind('description')} maxLength={MAX_DESCRIPTION_LENGTH} />
              )}
            </Field>
            <Field label="Category" isOptional>
              {(control) => <CategorySelect {...control} {...form.bind('category')} />}
            </Field>
          </div>
          <Preview values={form.values} customer={user ? personName(user) : null} />
        </div>
        <FormActions submitLabel="Create Transaction" isBusy={isSending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** Shows a toast for missing values (PAY-9). Invalid values are reported next to their fields. */
function showMissingToast({ userId, amount, description }: CreditValues): void {
  if (userId === '') {
    toast({ title: 'User Required', description: 'Please select a user', variant: 'destructive' });
  } else if (amount.trim() === '' || description.trim() === '') {
    toast({
      title: 'Missing Information',
      description: 'Please enter an amount and a description',
      variant: 'destructive',
    });
  }
}

type PreviewProps = { values: CreditValues; customer: string | null };

function Preview({ values, customer }: PreviewProps) {
  const [id] = useState(createPreviewId);
  return (
    <section aria-label="Preview" className="rounded-md border border-rule px-4 py-3">
      <h3 className="caption">Preview</h3>
      <DetailList className="mt-1">
        <Detail term="Transaction ID">{id}</Detail>
        <Detail term="User">{customer ?? '–'}</Detail>
        <Detail term="Description">{values.description.trim() || '–'}</Detail>
        <Detail term="Category">{values.category ? humanize(values.category) : 'None'}</Detail>
        <Detail term="Status once created">
          <StatusBadge status="completed" />
        </Detail>
        <Detail term="Amount" isTotal>
          <Money cents={parseTypedAmount(values.amount) ?? 0} isSigned />
        </Detail>
      </DetailList>
      <p className="mt-2 text-xs text-ink-3">This ID is only a preview. The ledger assigns the real one.</p>
    </section>
  );
}
