import { isCommonPassword } from '@moniker/common/common-password.js';

/** The hint below the field for a new password. It warns about passwords that are easy to guess (REG-17). */
export function passwordHint(minLength: number, password: string): string {
  const rule = `At least ${minLength} characters.`;
  if (password.length < minLength || !isCommonPassword(password)) return rule;
  return `${rule} Many people use this one, so it's easy to guess. Please choose another.`;
}
