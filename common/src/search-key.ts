const APOSTROPHES = /[\u2018\u2019\u02bc\u2032\u00b4`]/g;
const DASHES = /\p{Pd}|\u2212/gu;
const DROPPED = /[\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Returns the form in which a search compares strings. It does not depend on case, accents, hidden characters, or the
 * kinds of apostrophes and dashes (ADM-70).
 */
export function searchKey(text: string): string {
  return text
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(DROPPED, '')
    .replace(DASHES, '-')
    .toLowerCase();
}

/** A string that can be a phone or account number: digits, with the separators that people put between them. */
const NUMBER = /^\+?[\d\s().\-/]+$/;
const MIN_DIGITS = 3;

/**
 * Returns the digits of a search for a number, without the United States country code. Returns null for other
 * searches and for fewer than three digits.
 */
export function searchedDigits(text: string): string | null {
  const plain = searchKey(text).trim();
  const digits = plain.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return NUMBER.test(plain) && digits.length >= MIN_DIGITS ? digits : null;
}
