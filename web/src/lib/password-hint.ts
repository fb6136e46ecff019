import { isCommonPassword } from '@moniker/common/common-password.js';

/** The hint below the field for a new password. It warns about passwords that are easy to guess (REG-17). */
export function passwordHint(minLength: number, password: string): string {
  return password.length >= minLength && isCommonPassword(password)
    ? 'This password is common and easy to guess. Please choose another.'
    : `At least ${minLength} characters.`;
}
