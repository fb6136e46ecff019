import { formatCents } from '@/lib/money';
import { nameOf } from './person';

type LabeledPayment = { amountCents: number; user: Parameters<typeof nameOf>[0] };

/** The accessible name of a row, such as `$75.25 from Alice Moreno`. */
export function paymentLabel(preposition: 'from' | 'to', { amountCents, user }: LabeledPayment): string {
  return `${formatCents(amountCents)} ${preposition} ${nameOf(user)}`;
}
