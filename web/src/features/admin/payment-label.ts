import { formatCents } from '@/lib/money';
import { nameOf } from './person';

type LabeledPayment = { amountCents: number; user: Parameters<typeof nameOf>[0] };

/** `$75.25 from Alice Moreno`: what a row is called where it is not seen. */
export function paymentLabel(way: 'from' | 'to', { amountCents, user }: LabeledPayment): string {
  return `${formatCents(amountCents)} ${way} ${nameOf(user)}`;
}
