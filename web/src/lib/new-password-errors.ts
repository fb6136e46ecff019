import { errorIfBlank } from './forms';

/** Validates a new password and its repetition (AUTH-12, SET-5). */
export function newPasswordErrors(newPassword: string, confirmation: string, minLength: number) {
  return {
    newPassword:
      errorIfBlank(newPassword, 'Choose a password') ??
      (newPassword.length < minLength ? `Password must be at least ${minLength} characters long` : undefined),
    confirmation:
      errorIfBlank(confirmation, 'Type the password again') ??
      (confirmation === newPassword ? undefined : 'Passwords do not match'),
  };
}
