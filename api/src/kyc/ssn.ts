import { createHmac } from 'node:crypto';

const SSN_FORMAT = /^(\d{3})-?(\d{2})-?(\d{4})$/;

/**
 * The nine digits of a Social Security Number, or null for one that cannot exist: area 000, 666 or 9xx,
 * group 00, serial 0000 (checklists.md, 31).
 */
export function parseSsn(text: string): string | null {
  const [, area, group, serial] = SSN_FORMAT.exec(text) ?? [];
  if (area === undefined || group === undefined || serial === undefined) return null;
  const isImpossible =
    area === '000' || area === '666' || area.startsWith('9') || group === '00' || serial === '0000';
  return isImpossible ? null : `${area}${group}${serial}`;
}

/** The keyed digest that tells whether two people gave the same SSN, without keeping the SSN. */
export function ssnIndexOf(ssn: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(ssn).digest();
}

/** The form in which people write it: XXX-XX-XXXX. */
export function formatSsn(ssn: string): string {
  return `${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}`;
}

/** The last four digits, which is all that a list shows. */
export function maskSsn(ssn: string): string {
  return `***-**-${ssn.slice(-4)}`;
}

/** Whether a text gives the SSN away, however it is separated. */
export function containsSsn(text: string, ssn: string): boolean {
  return text.replace(/[\s.\-–—/]/g, '').includes(ssn);
}
