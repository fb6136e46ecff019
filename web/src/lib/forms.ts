import { PHONE_NUMBER_PATTERN, PHONE_NUMBER_RULE } from '@moniker/common/phone-number.js';
import { plainNumber } from '@moniker/common/typed-number.js';

/** Returns `message` if the text is blank. */
export function errorIfBlank(text: string, message: string): string | undefined {
  return text.trim() === '' ? message : undefined;
}

/** Returns an error unless a phone number has 7 to 15 digits, as the API requires (REG-5). */
export function phoneError(text: string): string | undefined {
  return PHONE_NUMBER_PATTERN.test(plainNumber(text)) ? undefined : PHONE_NUMBER_RULE;
}

/** Whether any of the values is blank. */
export function hasBlank(values: Record<string, string>): boolean {
  return Object.values(values).some((value) => value.trim() === '');
}

/** Trims all values and omits the blank ones. */
export function omitBlanks<T extends Record<string, string>>(values: T): { [K in keyof T]?: string } {
  const trimmed = Object.entries(values).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== '')) as { [K in keyof T]?: string };
}
