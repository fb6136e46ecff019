/*
 * Money is whole US cents in safe integers. Dollar amounts exist only in requests, responses and texts.
 */

/** The maximum amount of one command: $10,000,000.00 (LED-1). Keeps every sum far below 2^53. */
export const MAX_AMOUNT_CENTS = 1_000_000_000;

const PLAIN_DECIMAL = /^\d{1,13}(\.\d{1,2})?$/;

/**
 * Also runs in production: an incorrect sum must not spread.
 *
 * @throws RangeError `cents` is not a safe integer
 */
export function assertCents(cents: number, what: string): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${what} is not a whole number of cents`);
}

/** Whether a command may move this amount: whole cents from 1 to `MAX_AMOUNT_CENTS`. */
export function isValidAmount(cents: number): boolean {
  return Number.isSafeInteger(cents) && cents > 0 && cents <= MAX_AMOUNT_CENTS;
}

/**
 * Parses a typed amount to cents. Strips the first `$` and the first comma. Returns null if the rest is not a plain
 * decimal with at most two places; amounts are never guessed (CON-2).
 */
export function parseAmountText(text: string): number | null {
  const plain = text.trim().replace('$', '').replace(',', '');
  if (!PLAIN_DECIMAL.test(plain)) return null;
  const [dollars = '0', fraction = ''] = plain.split('.');
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : null;
}

/**
 * Converts a JSON number of dollars to cents. Returns null if it is negative, not finite or has more than two places.
 */
export function centsFromDollars(dollars: number): number | null {
  return Object.is(dollars, -0) ? null : parseAmountText(String(dollars));
}

/** Formats cents as `$1,234.50`, with a leading minus sign for negative amounts. */
export function formatUsd(cents: number): string {
  assertCents(cents, 'amount');
  const absolute = Math.abs(cents);
  const dollars = String(Math.floor(absolute / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}$${dollars}.${String(absolute % 100).padStart(2, '0')}`;
}
