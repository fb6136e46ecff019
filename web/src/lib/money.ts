import { formatUnsignedUsd } from '@moniker/common/money.js';

/** `123450` → `$1,234.50`. `isSigned` adds a plus sign to positive amounts. */
export function formatCents(cents: number, isSigned = false): string {
  const sign = cents < 0 ? '−' : isSigned && cents > 0 ? '+' : '';
  return `${sign}${formatUnsignedUsd(cents)}`;
}
