import { categoryOf } from '@moniker/common/categories.js';
import { errorMessage } from '@/lib/api/api-error';
import { errorIfBlank } from '@/lib/forms';
import { amountErrorOf, excessError, typedDollars } from '@/lib/amount-input';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useAdminFailure } from './use-admin-failure';
import { useMoneyMutation } from './use-money-mutation';

export type CreditValues = { userId: string; amount: string; description: string; category: string };

const validate = (values: CreditValues) => ({
  userId: errorIfBlank(values.userId, 'Select a user'),
  amount: amountErrorOf(values.amount) ?? excessError(values.amount, 'an amount'),
  description: errorIfBlank(values.description, 'Describe the transaction'),
});

/** Form state and submission for an incoming credit. Admins can only create incoming transactions (PAY-7). */
export function useCreditForm(userId: string, onClose: () => void) {
  const credit = useMoneyMutation((body: RequestBody<'/api/admin/transactions', 'post'>, headers) =>
    unwrap(api.POST('/api/admin/transactions', { body, headers })),
  );
  const fail = useAdminFailure();
  const form = useForm<CreditValues>({ userId, amount: '', description: '', category: '' }, validate);

  const send = (values: CreditValues) => {
    const category = categoryOf(values.category);
    credit.mutate(
      {
        userId: values.userId,
        type: 'credit',
        amount: typedDollars(values.amount),
        description: values.description.trim(),
        ...(category && { category }),
      },
      {
        onSuccess: () => {
          toast({ title: 'Incoming transaction created successfully' });
          onClose();
        },
        onError: (error) => fail(error, errorMessage(error, 'Failed to create transaction')),
      },
    );
  };
  return { form, send, isSending: credit.isPending };
}
