import { plainNumber } from './typed-number.js';

const PLAIN_DECIMAL = /^\d{1,13}(\.\d{1,2})?$/;
/**
 * What a form accepts while someone types. Includes `7.` and `.5`, so the text is valid after each keystroke of `7.50`.
 */
const TYPED_DECIMAL = /^(\d{1,12})(?:\.(\d{0,2}))?$|^\.(\d{1,2})$/;

/**
 * Parses the text of an amount into cents. Strips the first `$` and the first comma. Returns null if the rest is not a
 * plain decimal with at most 13 digits before the point and two after it; amounts are never guessed (CON-2).
 */
export function parseAmountText(text: string): number | null {
  const plain = withoutSigns(text);
  if (!PLAIN_DECIMAL.test(plain)) return null;
  const [dollars = '0', fraction = ''] = plain.split('.');
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : null;
}

/** The error for an amount like `12,50`, which could be 12.50 or 1,250.00 (CON-2). */
export const POINT_FOR_CENTS = 'Use a decimal point for cents: 12.50';

/**
 * Whether a typed amount has a comma that may have been meant as a decimal point: one that isn't between a digit and
 * exactly three digits.
 */
export function hasCommaForPoint(typed: string): boolean {
  return /(?<!\d),|,(?!\d{3}(?!\d))/.test(typed);
}

/**
 * Parses an amount that a person typed into a form. Unlike `parseAmountText`, it ignores hidden characters, accepts
 * incomplete amounts such as `7.` or `.5`, and rejects a comma that may be a decimal point (CON-2).
 */
export function parseTypedAmount(typed: string): number | null {
  if (hasCommaForPoint(typed)) return null;
  const match = TYPED_DECIMAL.exec(withoutSigns(plainNumber(typed)).trim());
  if (!match) return null;
  const dollars = Number(match[1] ?? '0');
  const cents = Number((match[2] ?? match[3] ?? '').padEnd(2, '0'));
  return dollars * 100 + cents;
}

function withoutSigns(text: string): string {
  return text.trim().replace('$', '').replace(',', '');
}

/**
 * Converts a JSON number of dollars to cents. Returns null if it is negative, not finite or too large, or if it has
 * more than two decimal places.
 */
export function centsFromDollars(dollars: number): number | null {
  return Object.is(dollars, -0) ? null : parseAmountText(String(dollars));
}
