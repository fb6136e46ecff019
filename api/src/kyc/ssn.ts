import { createHmac } from 'node:crypto';

const SSN_FORMAT = /^(\d{3})-?(\d{2})-?(\d{4})$/;

/**
 * Parses a Social Security number into its nine digits. Returns null for malformed text and for a number that is never
 * issued: area 000, 666 or 9xx, group 00, serial 0000 (KYC-9).
 */
export function parseSsn(text: string): string | null {
  const [, area, group, serial] = SSN_FORMAT.exec(text) ?? [];
  if (area === undefined || group === undefined || serial === undefined) return null;
  const isImpossible =
    area === '000' || area === '666' || area.startsWith('9') || group === '00' || serial === '0000';
  return isImpossible ? null : `${area}${group}${serial}`;
}

/** A keyed digest (blind index) that finds duplicate SSNs without storing the SSN (KYC-11). */
export function ssnIndexOf(ssn: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(ssn).digest();
}

/** Formats nine digits as XXX-XX-XXXX. */
export function formatSsn(ssn: string): string {
  return `${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}`;
}

/** Masks all but the last four digits (KYC-24). */
export function maskSsn(ssn: string): string {
  return `***-**-${ssn.slice(-4)}`;
}

/** Whether a text contains the SSN, with any separators and in the digits of any script (KYC-23). */
export function containsSsn(text: string, ssn: string): boolean {
  return digitsOf(text).includes(ssn);
}

/** Returns the digits of a text as ASCII, without anything between them. */
function digitsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\P{Nd}/gu, '')
    .replace(/[^0-9]/gu, (digit) => String(valueOf(digit)));
}

/** Each script has its ten digits in a row, from zero to nine. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
