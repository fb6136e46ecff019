import { centsToPlain, formatUsd, MAX_AMOUNT_CENTS } from '@moniker/common/money.js';
import { hasCommaForPoint, parseTypedAmount, POINT_FOR_CENTS } from '@moniker/common/typed-amount.js';

/** The validation error for typed text that cannot be read as an amount; otherwise undefined. */
export function unreadableAmountError(typed: string): string | undefined {
  if (parseTypedAmount(typed) !== null) return undefined;
  return hasCommaForPoint(typed) ? POINT_FOR_CENTS : 'Enter an amount such as 250.00';
}

/** The validation error for a typed amount that must be above zero; undefined if the amount is valid. */
export function amountErrorOf(typed: string): string | undefined {
  if (typed.trim() === '') return 'Enter an amount';
  const unreadable = unreadableAmountError(typed);
  if (unreadable !== undefined) return unreadable;
  return typedDollars(typed) > 0 ? undefined : 'Amount must be greater than $0';
}

/** The validation error for a typed amount that is higher than the API accepts; otherwise undefined. */
export function excessError(typed: string, noun: 'an amount' | 'a balance'): string | undefined {
  return (parseTypedAmount(typed) ?? 0) > MAX_AMOUNT_CENTS
    ? `Enter ${noun} up to ${formatUsd(MAX_AMOUNT_CENTS)}`
    : undefined;
}

/** A typed amount in dollars with at most two decimal places, for the request body of a validated form. */
export function typedDollars(typed: string): number {
  return Number(centsToPlain(parseTypedAmount(typed) ?? 0));
}
