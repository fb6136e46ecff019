import type { RequestBody } from '@/lib/api/types';
import { omitBlanks } from '@/lib/forms';
import { typedDollars } from '@/lib/money';

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

/** Defaults of blank fields (PAY-2). */
export const INCOMING_DEFAULTS = {
  description: 'Incoming Payment',
  paymentFor: 'Payment',
  fromAccount: 'External Account',
  fromRouting: '000000000',
  recipientName: 'Unknown Recipient',
};

/** The request body of a new payment; it starts as pending. */
export function incomingBodyOf({
  userId,
  amount,
  ...texts
}: IncomingValues): RequestBody<'/api/admin/incoming-payments', 'post'> {
  return {
    userId,
    amount: typedDollars(amount),
    ...INCOMING_DEFAULTS,
    ...omitBlanks(texts),
    status: 'pending',
  };
}
