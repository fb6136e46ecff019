/** Maximum length of an account number at another bank: the length of an IBAN. */
export const MAX_ACCOUNT_NUMBER_LENGTH = 34;

/** An account number at another bank, without separators (TRF-24). */
export const ACCOUNT_NUMBER_PATTERN = new RegExp(`^[A-Za-z0-9]{1,${MAX_ACCOUNT_NUMBER_LENGTH}}$`);

/** The range of this bank's account numbers (ACC-4). */
export const FIRST_ACCOUNT_NUMBER = 100_000_000;
export const LAST_ACCOUNT_NUMBER = 999_999_999;

/** This bank's routing number. Accounts get it unless an admin enters another one (ACC-4). */
export const DEFAULT_ROUTING_NUMBER = '021000021';

export const ROUTING_DIGITS = 9;

const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/**
 * Whether nine digits have the checksum of a US routing number (TRF-25). If the checksum is wrong, forms show a warning
 * but still accept the number.
 */
export function hasRoutingChecksum(digits: string): boolean {
  const sum = ROUTING_WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return sum % 10 === 0 && sum > 0;
}
