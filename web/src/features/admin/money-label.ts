import { formatCents } from '@/lib/money';
import { nameOf } from './person';

type Labelled = { amountCents: number; user: Parameters<typeof nameOf>[0] };

/** `$75.25 from Alice Moreno`: what a row is called where it is not seen. */
export function labelOf(way: 'from' | 'to', { amountCents, user }: Labelled): string {
  return `${formatCents(amountCents)} ${way} ${nameOf(user)}`;
}
