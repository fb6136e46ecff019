const PLAIN_DECIMAL = /^(\d{1,12})(?:\.(\d{0,2}))?$|^\.(\d{1,2})$/;

/** The places between the groups of three digits of a whole number. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** The validation error of a text that is not an amount. */
export const AMOUNT_UNREADABLE = 'Enter an amount such as 250.00';

/**
 * Parses a typed amount as integer cents. Strips the first `$` and the first comma (CON-2); returns null unless the
 * rest is a plain decimal with at most two places.
 */
export function parseCents(typed: string): number | null {
  const text = typed.trim().replace('$', '').replace(',', '').trim();
  const match = PLAIN_DECIMAL.exec(text);
  if (!match) return null;
  const dollars = Number(match[1] ?? '0');
  const cents = Number((match[2] ?? match[3] ?? '').padEnd(2, '0'));
  return dollars * 100 + cents;
}

/** The validation error of a typed amount that must be above zero, if any. */
export function amountErrorOf(typed: string): string | undefined {
  if (typed.trim() === '') return 'Enter an amount';
  const cents = parseCents(typed);
  if (cents === null) return AMOUNT_UNREADABLE;
  return cents > 0 ? undefined : 'Amount must be greater than $0';
}

/** `123450` → `1234.50`, for inputs. */
export function centsToPlain(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Dollars with at most two decimal places, as request bodies need. */
export function centsToDollars(cents: number): number {
  return Number(centsToPlain(cents));
}

/** A typed amount in dollars, for the request body of a validated form. */
export function typedDollars(typed: string): number {
  return centsToDollars(parseCents(typed) ?? 0);
}

/** `123450` → `$1,234.50`. The only place that formats amounts; `isSigned` adds a plus sign to positive ones. */
export function formatCents(cents: number, isSigned = false): string {
  const absolute = Math.abs(cents);
  const sign = cents < 0 ? '−' : isSigned && cents > 0 ? '+' : '';
  // Not `toLocaleString`, which creates a formatter in each call and delays the first render.
  const whole = String(Math.floor(absolute / 100)).replace(THOUSANDS, ',');
  return `${sign}$${whole}.${String(absolute % 100).padStart(2, '0')}`;
}
