import { DAILY_LIMIT_CENTS } from '@/lib/constants';
import { hasBlank, errorIfBlank } from '@/lib/forms';
import { amountCentsForNet, centsToPlain, formatCents, netCentsOf, parseCents } from '@/lib/money';
import type { FormErrors } from '@/lib/use-form';

export const EMPTY_TRANSFER = {
  amount: '',
  netAmount: '',
  recipientName: '',
  recipientAccount: '',
  recipientRouting: '',
  purpose: '',
  category: '',
};

export type TransferValues = typeof EMPTY_TRANSFER;

export const LIMIT_TITLE = 'Daily Withdrawal Limit Exceeded';

/** What the net box shows for a typed amount; nothing while the amount cannot be read. */
export function netTextFor(amountText: string): string {
  const amountCents = parseCents(amountText);
  return amountCents === null ? '' : centsToPlain(netCentsOf(amountCents));
}

/** What the amount box shows for a typed net amount. */
export function amountTextFor(netText: string): string {
  const netCents = parseCents(netText);
  return netCents === null ? '' : centsToPlain(amountCentsForNet(netCents));
}

function amountError(text: string, availableCents: number, format: typeof formatCents): string | undefined {
  if (text.trim() === '') return 'Enter an amount';
  const cents = parseCents(text);
  if (cents === null) return 'Enter an amount such as 25.00';
  if (cents <= 0) return 'Amount must be greater than $0';
  if (cents > availableCents) {
    return `You don't have enough money. Available balance: ${format(availableCents)}`;
  }
  return cents > DAILY_LIMIT_CENTS ? LIMIT_TITLE : undefined;
}

/** The rules of spec.md §5, Transfer. `format` writes the available balance into the refusal. */
export function validateTransfer(
  values: TransferValues,
  availableCents: number,
  format = formatCents,
): FormErrors<TransferValues> {
  return {
    amount: amountError(values.amount, availableCents, format),
    netAmount: errorIfBlank(values.netAmount, 'Enter what should arrive'),
    recipientName: errorIfBlank(values.recipientName, "Enter the recipient's name"),
    recipientAccount: errorIfBlank(values.recipientAccount, "Enter the recipient's account number"),
    recipientRouting: errorIfBlank(values.recipientRouting, "Enter the recipient's routing number"),
    purpose: errorIfBlank(values.purpose, 'Say what the payment is for'),
  };
}

/** The one sentence that a refused form is announced with. */
export function errorSummary(values: TransferValues, errors: FormErrors<TransferValues>): string | undefined {
  const { category: _, ...required } = values;
  return hasBlank(required) ? 'Please fill in all required fields' : errors.amount;
}
