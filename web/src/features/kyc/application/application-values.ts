import { stateNameOf, unknownStateRule, ZIP_CODE_PATTERN, ZIP_DIGITS } from '@moniker/common/address.js';
import { parseSsn, SSN_DIGITS } from '@moniker/common/ssn.js';
import { digitsOnly } from '@/lib/format';
import { errorIfBlank } from '@/lib/forms';
import type { FormErrors } from '@/lib/use-form';

export const EMPTY_APPLICATION = {
  accountType: 'personal',
  companyName: '',
  firstName: '',
  lastName: '',
  street: '',
  city: '',
  state: '',
  zipCode: '',
  ssn: '',
};

export type ApplicationValues = typeof EMPTY_APPLICATION;

export const isSameApplication = (one: ApplicationValues | undefined, other: ApplicationValues): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether a field named by the server belongs to step 1. */
export function isPersonalField(name: string): name is keyof ApplicationValues {
  return Object.hasOwn(EMPTY_APPLICATION, name);
}

export const normalizeZip = (text: string) => digitsOnly(text, ZIP_DIGITS);

function stateError(state: string): string | undefined {
  if (state.trim() === '') return 'Enter your 2-letter state code';
  return stateNameOf(state) === undefined ? unknownStateRule(state.trim()) : undefined;
}

function ssnError(digits: string): string | undefined {
  if (digits.length !== SSN_DIGITS) return 'Enter your 9-digit Social Security number';
  return parseSsn(digits) === null
    ? "This isn't a valid Social Security number. Please check it."
    : undefined;
}

/**
 * Validates step 1 (KYC-4, KYC-5). After a rejection, the SSN may stay empty: the bank keeps the last one (FILE-36).
 */
export function validateApplication(
  values: ApplicationValues,
  canOmitSsn: boolean,
): FormErrors<ApplicationValues> {
  const digits = digitsOnly(values.ssn, SSN_DIGITS);
  return {
    firstName: errorIfBlank(values.firstName, 'Enter your first name'),
    lastName: errorIfBlank(values.lastName, 'Enter your last name'),
    street: errorIfBlank(values.street, 'Enter your street address'),
    city: errorIfBlank(values.city, 'Enter your city'),
    state: stateError(values.state),
    zipCode: ZIP_CODE_PATTERN.test(values.zipCode) ? undefined : 'Enter your 5-digit ZIP code',
    ssn: canOmitSsn && digits === '' ? undefined : ssnError(digits),
  };
}
