/*
 * Money is whole US cents in safe integers. Dollar amounts exist only in requests, responses and texts.
 */

/** The maximum amount of one command: $10,000,000.00 (LED-1). Keeps every sum far below 2^53. */
export const MAX_AMOUNT_CENTS = 1_000_000_000;

const PLAIN_DECIMAL = /^\d{1,13}(\.\d{1,2})?$/;
/** What a form takes, so that typing `7.50` is valid after each key: `7.` and `.5` too. */
const TYPED_DECIMAL = /^(\d{1,12})(?:\.(\d{0,2}))?$|^\.(\d{1,2})$/;
/** The places between the groups of three digits of a whole number. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

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
 * Parses the text of an amount to cents. Strips the first `$` and the first comma. Returns null if the rest is not a plain
 * decimal with at most two places; amounts are never guessed (CON-2).
 */
export function parseAmountText(text: string): number | null {
  const plain = withoutSigns(text);
  if (!PLAIN_DECIMAL.test(plain)) return null;
  const [dollars = '0', fraction = ''] = plain.split('.');
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : null;
}

/** Parses an amount in a form by the same rule, but also one that is not complete yet, such as `7.` or `.5` (CON-2). */
export function parseTypedAmount(typed: string): number | null {
  const match = TYPED_DECIMAL.exec(withoutSigns(typed).trim());
  if (!match) return null;
  const dollars = Number(match[1] ?? '0');
  const cents = Number((match[2] ?? match[3] ?? '').padEnd(2, '0'));
  return dollars * 100 + cents;
}

function withoutSigns(text: string): string {
  return text.trim().replace('$', '').replace(',', '');
}

/**
 * Converts a JSON number of dollars to cents. Returns null if it is negative, not finite or has more than two places.
 */
export function centsFromDollars(dollars: number): number | null {
  return Object.is(dollars, -0) ? null : parseAmountText(String(dollars));
}

/** Formats cents as `1234.50`, for inputs and CSV files. */
export function centsToPlain(cents: number): string {
  const absolute = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(absolute / 100)}.${decimalsOf(absolute)}`;
}

/** Formats cents as `$1,234.50`, with a leading minus sign for negative amounts. */
export function formatUsd(cents: number): string {
  assertCents(cents, 'amount');
  return `${cents < 0 ? '-' : ''}${formatUnsignedUsd(cents)}`;
}

/** Formats cents as `$1,234.50`, without their sign. */
export function formatUnsignedUsd(cents: number): string {
  const absolute = Math.abs(cents);
  // Not `toLocaleString`, which creates a formatter in each call.
  return `$${String(Math.floor(absolute / 100)).replace(THOUSANDS, ',')}.${decimalsOf(absolute)}`;
}

function decimalsOf(absoluteCents: number): string {
  return String(absoluteCents % 100).padStart(2, '0');
}
