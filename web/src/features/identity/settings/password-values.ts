import { MIN_PASSWORD_LENGTH } from '@moniker/common/password-lengths.js';
import { hasBlank, errorIfBlank } from '@/lib/forms';
import { newPasswordErrors } from '@/lib/new-password-errors';
import type { FormErrors } from '@/lib/use-form';

export const EMPTY_PASSWORDS = { currentPassword: '', newPassword: '', confirmation: '' };

export type PasswordValues = typeof EMPTY_PASSWORDS;

/** Validates the password form (SET-5). The minimum length is the same as at registration. */
export function validatePasswords({ currentPassword, newPassword, confirmation }: PasswordValues) {
  return {
    currentPassword: errorIfBlank(currentPassword, 'Enter your current password'),
    ...newPasswordErrors(newPassword, confirmation, MIN_PASSWORD_LENGTH),
  };
}

/** The toast message for invalid values. */
export function errorSummary(values: PasswordValues, errors: FormErrors<PasswordValues>): string | undefined {
  if (hasBlank(values)) return 'Please fill in all password fields';
  return errors.confirmation ?? errors.newPassword;
}
