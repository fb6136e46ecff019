import { INCOMING_PAYMENT_DEFAULTS } from '@moniker/common/incoming-payment-defaults.js';
import type { RequestBody } from '@/lib/api/types';
import { omitBlanks } from '@/lib/forms';
import { typedDollars } from '@/lib/amount-input';

export const EMPTY_INCOMING = {
  userId: '',
  amount: '',
  description: '',
  paymentFor: '',
  fromAccount: '',
  fromRouting: '',
  toAccount: '',
  toRouting: '',
  recipientName: '',
  adminNotes: '',
};

export type IncomingValues = typeof EMPTY_INCOMING;

/** The request body for a new payment; it starts as pending. */
export function incomingBodyOf({
  userId,
  amount,
  ...texts
}: IncomingValues): RequestBody<'/api/admin/incoming-payments', 'post'> {
  return {
    userId,
    amount: typedDollars(amount),
    ...INCOMING_PAYMENT_DEFAULTS,
    ...omitBlanks(texts),
    status: 'pending',
  };
}
