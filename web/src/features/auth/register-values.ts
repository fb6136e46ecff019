import { HANDLE_NAME, HANDLE_WORD } from '@moniker/common/brand.js';
import { MIN_PASSWORD_LENGTH } from '@moniker/common/password-lengths.js';
import { HANDLE_LENGTH_MAX, HANDLE_LENGTH_MIN } from '@/lib/constants';
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

/** Whether a field named by the server is one of the form. */
export function isRegistrationField(name: string): name is keyof RegisterValues {
  return Object.hasOwn(EMPTY_REGISTRATION, name);
}

const HANDLE_RULE = `${HANDLE_NAME} must be ${HANDLE_LENGTH_MIN}-${HANDLE_LENGTH_MAX} characters, letters, numbers, and underscores only`;
const HANDLE_PATTERN = new RegExp(`^[a-z0-9_]{${HANDLE_LENGTH_MIN},${HANDLE_LENGTH_MAX}}$`);

/** Lowercases the text and drops invalid characters while it is typed (REG-3). */
export function normalizeHandle(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '')
    .slice(0, HANDLE_LENGTH_MAX);
}

/** Validates the registration form (REG-1, REG-2, REG-3). */
export function validateRegistration(values: RegisterValues): FormErrors<RegisterValues> {
  return {
    firstName: errorIfBlank(values.firstName, 'Enter your first name'),
    lastName: errorIfBlank(values.lastName, 'Enter your last name'),
    moniker:
      errorIfBlank(values.moniker, `Choose a ${HANDLE_WORD}`) ??
      (HANDLE_PATTERN.test(values.moniker) ? undefined : HANDLE_RULE),
    email: errorIfBlank(values.email, 'Enter your e-mail address'),
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
