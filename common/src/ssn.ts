export const SSN_DIGITS = 9;

/** A Social Security number as people write it (KYC-5). */
export const SSN_PATTERN = /^\d{3}-?\d{2}-?\d{4}$/;

/** Numbers that are never issued: area 000, 666 or 9xx, group 00, serial 0000 (KYC-9). */
const IMPOSSIBLE = /^(000|666|9)|^...00|0000$/;

/** Parses a Social Security number into its nine digits. Returns null for malformed text and for impossible numbers. */
export function parseSsn(text: string): string | null {
  const digits = text.replaceAll('-', '');
  return SSN_PATTERN.test(text) && !IMPOSSIBLE.test(digits) ? digits : null;
}

/** Formats digits as XXX-XX-XXXX, even while they are typed (KYC-5). */
export function formatSsn(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, SSN_DIGITS);
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter(Boolean).join('-');
}

/** Masks all but the last four digits (KYC-24). */
export function maskSsn(ssn: string): string {
  return `***-**-${ssn.slice(-4)}`;
}
