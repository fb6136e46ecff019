import { formatUsd } from '@moniker/common/money.js';

/** Formats cents as dollars. A sum over tampered rows may not be a valid amount; it is given in cents. */
export function amountText(cents: number): string {
  return Number.isSafeInteger(cents) ? formatUsd(cents) : `${cents} cents`;
}
