import { parseCents } from '@/lib/money';

/** What is wrong with a typed amount, if anything. */
export function amountErrorOf(text: string): string | undefined {
  if (text.trim() === '') return 'Enter an amount';
  const cents = parseCents(text);
  if (cents === null) return 'Enter an amount such as 250.00';
  return cents > 0 ? undefined : 'Amount must be greater than $0';
}
