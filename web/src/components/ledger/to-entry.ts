import type { Transaction } from '@/lib/api/types';
import { formatDay } from '@/lib/format';
import { isIncoming } from '@/lib/transactions';
import type { LedgerEntry } from './entry-list';

/** Maps a transaction to a row of the payments list. */
export function toEntry(transaction: Transaction): LedgerEntry {
  return {
    id: transaction.id,
    description: transaction.description,
    dateLabel: formatDay(transaction.date),
    status: transaction.status,
    direction: isIncoming(transaction) ? 'in' : 'out',
    amountCents: Math.abs(transaction.amountCents),
    netCents: Math.abs(transaction.netAmountCents),
    feeCents: transaction.feeCents,
    balanceCents: transaction.balanceAfterCents,
  };
}
