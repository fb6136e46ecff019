/*
 * Money is represented as whole US cents, in safe integers. Dollar amounts exist only in requests, responses and text.
 */

/** The maximum amount of one command: $10,000,000.00 (LED-1). Keeps every sum far below 2^53. */
export const MAX_AMOUNT_CENTS = 1_000_000_000;

/** Matches the positions between a whole number's groups of three digits. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/**
 * Checks an amount, even in production, so that an incorrect sum doesn't spread.
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

/** Formats cents as `1234.50`, for inputs and CSV files. */
export function centsToPlain(cents: number): string {
  const absolute = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(absolute / 100)}.${decimalsOf(absolute)}`;
}

/**
 * Formats cents as `$1,234.50`, with a leading minus sign for negative amounts.
 *
 * @throws RangeError `cents` is not a safe integer
 */
export function formatUsd(cents: number): string {
  assertCents(cents, 'amount');
  return `${cents < 0 ? '-' : ''}${formatUnsignedUsd(cents)}`;
}

/** Formats cents as `$1,234.50`, without their sign. */
export function formatUnsignedUsd(cents: number): string {
  const absolute = Math.abs(cents);
  // Not `toLocaleString`, which creates a formatter on each call.
  return `$${String(Math.floor(absolute / 100)).replace(THOUSANDS, ',')}.${decimalsOf(absolute)}`;
}

/**
 * Formats cents as `$1,234.50` for screens and documents, with a true minus sign before negative amounts. `isSigned`
 * adds a plus sign to positive amounts.
 */
export function formatCents(cents: number, isSigned = false): string {
  const sign = cents < 0 ? '−' : isSigned && cents > 0 ? '+' : '';
  return `${sign}${formatUnsignedUsd(cents)}`;
}

function decimalsOf(absoluteCents: number): string {
  return String(absoluteCents % 100).padStart(2, '0');
}
