import { INCOMING_PAYMENT_DEFAULTS } from '@moniker/common/incoming-payment-defaults.js';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import type { AdminUser } from '@/lib/api/types';
import { digitsOnly } from '@/lib/format';
import { errorIfBlank } from '@/lib/forms';
import { amountErrorOf, excessError } from '@/lib/amount-input';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useCreateIncomingPayment } from './queries/use-create-incoming-payment';
import { AmountField } from '../amount-field';
import { MAY_NEED_APPROVAL } from '../approvals/actions';
import { useAdminFailure } from '../use-admin-failure';
import { UserField } from '../user-field';
import { EMPTY_INCOMING, incomingBodyOf, type IncomingValues } from './incoming-values';

const validate = (values: IncomingValues) => ({
  userId: errorIfBlank(values.userId, 'Select a user'),
  amount: amountErrorOf(values.amount) ?? excessError(values.amount, 'an amount'),
});

// Never truncates, because the first digits could be another valid number.
const cleanRouting = (text: string) => digitsOnly(text);

/** The Create Incoming Payment dialog (PAY-1, PAY-2). Placeholders show the defaults for blank fields. */
export function CreateIncomingPayment({ onClose }: { onClose: () => void }) {
  const create = useCreateIncomingPayment();
  const fail = useAdminFailure();
  const form = useForm(EMPTY_INCOMING, validate);

  const send = (values: IncomingValues) =>
    create.mutate(incomingBodyOf(values), {
      onSuccess: () => {
        toast({ title: 'Incoming payment created successfully' });
        onClose();
      },
      onError: (error) => fail(error, 'Failed to create incoming payment'),
    });
  const showMissingToast = () => {
    if (form.values.userId && form.values.amount.trim()) return;
    toast({
      title: 'Error',
      description: 'Please select a user and enter payment amount',
      variant: 'destructive',
    });
  };
  const pickUser = ({ id, accountNumber }: AdminUser) => {
    form.setValues((current) => ({
      ...current,
      userId: id,
      toAccount: accountNumber ?? '',
      toRouting: '',
    }));
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="lg"
      title="Create Incoming Payment"
      description={`The payment starts as pending. The customer gets the money when you mark it as completed. ${MAY_NEED_APPROVAL}`}
    >
      <form noValidate onSubmit={form.submit(send, showMissingToast)}>
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-4">
          <UserField error={form.errors.userId} value={form.values.userId} onPick={pickUser} />
          <AmountField error={form.errors.amount} {...form.bind('amount')} />
          <TextField form={form} name="description" label="Description" />
          <TextField form={form} name="paymentFor" label="Payment for" />
          <TextField form={form} name="fromAccount" label="From account" />
          <TextField form={form} name="fromRouting" label="From routing number" clean={cleanRouting} />
          <TextField form={form} name="toAccount" label="To account" />
          <TextField form={form} name="toRouting" label="To routing number" clean={cleanRouting} />
          <TextField form={form} name="recipientName" label="Recipient name" />
          <Field label="Admin notes" isOptional className="sm:col-span-2">
            {(control) => <Textarea {...control} {...form.bind('adminNotes')} rows={2} />}
          </Field>
        </div>
        <FormActions submitLabel="Create Payment" isBusy={create.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

type TextFieldProps = {
  form: ReturnType<typeof useForm<IncomingValues>>;
  name: keyof IncomingValues;
  label: string;
  clean?: (text: string) => string;
};

function TextField({ form, name, label, clean }: TextFieldProps) {
  const placeholder =
    name in INCOMING_PAYMENT_DEFAULTS
      ? INCOMING_PAYMENT_DEFAULTS[name as keyof typeof INCOMING_PAYMENT_DEFAULTS]
      : undefined;
  return (
    <Field label={label} isOptional>
      {(control) => (
        <Input {...control} {...form.bind(name, clean)} placeholder={placeholder} autoComplete="off" />
      )}
    </Field>
  );
}
