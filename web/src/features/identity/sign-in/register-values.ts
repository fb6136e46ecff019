import { HANDLE_WORD } from '@moniker/common/brand.js';
import { HANDLE_PATTERN, HANDLE_RULE } from '@moniker/common/handle.js';
import { MIN_PASSWORD_LENGTH } from '@moniker/common/password-lengths.js';
import { errorIfBlank, phoneError } from '@/lib/forms';
import type { FormErrors } from '@/lib/use-form';

export const EMPTY_REGISTRATION = {
  firstName: '',
  lastName: '',
  moniker: '',
  email: '',
  phoneNumber: '',
  password: '',
  confirmation: '',
};

export type RegisterValues = typeof EMPTY_REGISTRATION;

/** Whether a field named by the server belongs to the form. */
export function isRegistrationField(name: string): name is keyof RegisterValues {
  return Object.hasOwn(EMPTY_REGISTRATION, name);
}

/** Validates the registration form (REG-1, REG-2, REG-3). */
export function validateRegistration(values: RegisterValues): FormErrors<RegisterValues> {
  return {
    firstName: errorIfBlank(values.firstName, 'Enter your first name'),
    lastName: errorIfBlank(values.lastName, 'Enter your last name'),
    moniker:
      errorIfBlank(values.moniker, `Choose a ${HANDLE_WORD}`) ??
      (HANDLE_PATTERN.test(values.moniker) ? undefined : HANDLE_RULE),
    email: errorIfBlank(values.email, 'Enter your email address'),
    phoneNumber:
      errorIfBlank(values.phoneNumber, 'Enter your phone number') ?? phoneError(values.phoneNumber),
    password:
      errorIfBlank(values.password, 'Choose a password') ??
      (values.password.length < MIN_PASSWORD_LENGTH
        ? `Password must be at least ${MIN_PASSWORD_LENGTH} characters long`
        : undefined),
    confirmation:
      errorIfBlank(values.confirmation, 'Type the password again') ??
      (values.confirmation === values.password ? undefined : 'Passwords do not match'),
  };
}
