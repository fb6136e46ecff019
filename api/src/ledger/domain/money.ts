/**
 * Money is whole cents in safe integers, one currency (USD). Dollars exist only at the edge.
 */

/** The largest amount one command may move: $10,000,000.00. Keeps every sum far from 2^53. */
export const MAX_AMOUNT_CENTS = 1_000_000_000;

/** The fee's rate of today, in hundredths of a percent: 2% (spec.md §9). A transfer records the one it was asked under. */
export const FEE_BASIS_POINTS = 200;

const PLAIN_DECIMAL = /^\d{1,13}(\.\d{1,2})?$/;

/** Throws unless `cents` is a safe integer. Stays on in production: a broken sum must stop, not spread. */
export function assertCents(cents: number, what: string): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${what} is not a whole number of cents`);
}

/** True for an amount that one command may move: a whole number of cents from 1 to MAX_AMOUNT_CENTS. */
export function isValidAmount(cents: number): boolean {
  return Number.isSafeInteger(cents) && cents > 0 && cents <= MAX_AMOUNT_CENTS;
}

/**
 * Cents from typed text: strips the first `$` and the first comma (spec.md §9); what is then not a plain
 * decimal with at most two places is `null`, never guessed.
 */
export function parseAmountText(text: string): number | null {
  const plain = text.trim().replace('$', '').replace(',', '');
  if (!PLAIN_DECIMAL.test(plain)) return null;
  const [dollars = '0', fraction = ''] = plain.split('.');
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : null;
}

/** Cents from a JSON number of dollars; `null` if it is negative, not finite or has more than two places. */
export function centsFromDollars(dollars: number): number | null {
  return Object.is(dollars, -0) ? null : parseAmountText(String(dollars));
}

/** `$1,234.50`, with a leading minus sign for negative amounts. */
export function formatUsd(cents: number): string {
  assertCents(cents, 'amount');
  const absolute = Math.abs(cents);
  const dollars = String(Math.floor(absolute / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}$${dollars}.${String(absolute % 100).padStart(2, '0')}`;
}

/** The fee on a transfer: its rate of the amount, rounded half up to a cent (spec.md §9). */
export function feeCentsOf(amountCents: number, basisPoints = FEE_BASIS_POINTS): number {
  return Math.floor((amountCents * basisPoints + 5_000) / 10_000);
}
