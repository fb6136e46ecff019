import { createHmac } from 'node:crypto';

/** A keyed digest (blind index) that finds duplicate SSNs without storing the SSN (KYC-11). */
export function ssnIndexOf(ssn: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(ssn).digest();
}

/** Whether text contains the SSN, with any separators and in any script's digits (KYC-23). */
export function containsSsn(text: string, ssn: string): boolean {
  return digitsOf(text).includes(ssn);
}

/** Returns the digits in text as ASCII, without anything between them. */
function digitsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\P{Nd}/gu, '')
    .replace(/[^0-9]/gu, (digit) => String(digitValue(digit)));
}

/** Returns a digit's value. In every script, the ten digits are consecutive, from zero to nine. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
