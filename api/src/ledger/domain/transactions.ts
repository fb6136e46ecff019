import type { TransactionCategory } from '@moniker/common/categories.js';
import {
  balanceEffectOf,
  type TransactionKind,
  type TransactionStatus,
} from '@moniker/common/transactions.js';
import { SYSTEM_ACCOUNTS } from './accounts.js';

/** A transaction's current state. `revision` counts its events, to detect decisions on an outdated state (ADM-18). */
export interface TransactionState {
  readonly transactionId: string;
  readonly accountId: string;
  readonly kind: TransactionKind;
  readonly status: TransactionStatus;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly category: TransactionCategory | null;
  readonly bankDay: string | null;
  readonly revision: number;
  readonly createdPosition: number;
  readonly changedPosition: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** When the customer first sees it: immediately, or for an incoming payment when it first completes (TXN-1). */
  readonly visibleAt: Date | null;
  /** The date that an admin has set to be shown instead of the creation date. */
  readonly shownAt: Date | null;
  /** The customer who is paid when the transfer completes (TRF-61); null for other recipients and kinds. */
  readonly recipientId: string | null;
  /** The other half of a transfer between customers: a transfer's payment, or a payment's transfer. */
  readonly pairId: string | null;
  /** When its customer canceled it, which makes its status final (TRF-27). */
  readonly customerCanceledAt: Date | null;
}

/** One line of a posting: cents added to an account, or taken from it if negative. */
export interface Entry {
  readonly accountId: string;
  readonly amountCents: number;
}

/** An event's monetary effect: the change to the hold on the customer's account, and entries that sum to zero. */
export interface TransitionEffect {
  readonly holdCents: number;
  readonly entries: readonly Entry[];
}

type Amounts = Pick<TransactionState, 'kind' | 'accountId' | 'amountCents' | 'feeCents'>;

/** Returns the entries that are posted when a transaction is completed. */
function completionEntriesOf({ kind, accountId, amountCents, feeCents }: Amounts): Entry[] {
  switch (kind) {
    case 'transfer': {
      const entries = [
        { accountId, amountCents: -amountCents },
        { accountId: SYSTEM_ACCOUNTS.settlement, amountCents: amountCents - feeCents },
      ];
      if (feeCents > 0) entries.push({ accountId: SYSTEM_ACCOUNTS.fees, amountCents: feeCents });
      return entries;
    }
    case 'incoming_payment':
    case 'credit':
      return [
        { accountId, amountCents },
        { accountId: SYSTEM_ACCOUNTS.settlement, amountCents: -amountCents },
      ];
    case 'adjustment':
      throw new TypeError('an adjustment has no status transitions');
  }
}

/**
 * Returns the entries and the change to the hold that a status change causes (TRF-14). `from` is null for a new
 * transaction.
 */
export function transitionEffect(
  amounts: Amounts,
  from: TransactionStatus | null,
  to: TransactionStatus,
): TransitionEffect {
  const before = from === null ? 'nothing' : balanceEffectOf(amounts.kind, from);
  const after = balanceEffectOf(amounts.kind, to);
  if (before === after) return { holdCents: 0, entries: [] };
  const heldBefore = before === 'holds' ? amounts.amountCents : 0;
  const heldAfter = after === 'holds' ? amounts.amountCents : 0;
  const postings = before === 'posts' || after === 'posts' ? completionEntriesOf(amounts) : [];
  const entries = before === 'posts' ? postings.map(reversed) : postings;
  return { holdCents: heldAfter - heldBefore, entries };
}

function reversed(entry: Entry): Entry {
  return { accountId: entry.accountId, amountCents: -entry.amountCents };
}
