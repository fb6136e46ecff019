import { parseCents } from '@/lib/money';

/** The validation error of a typed amount, if any. */
export function amountErrorOf(text: string): string | undefined {
  if (text.trim() === '') return 'Enter an amount';
  const cents = parseCents(text);
  if (cents === null) return 'Enter an amount such as 250.00';
  return cents > 0 ? undefined : 'Amount must be greater than $0';
}
