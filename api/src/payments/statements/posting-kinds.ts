import type { TransactionKind } from '@moniker/common/transactions.js';

/** The kinds of postings on a customer's account, from the customer's point of view. */
export const POSTING_KINDS = [
  'credit',
  'incoming_payment',
  'transfer',
  'adjustment',
  'reversal',
  'closing',
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];

/**
 * Derives a posting's kind from its transaction's kind and the amount's sign. The posting that closes an account has
 * no transaction.
 */
export function postingKindOf(kind: TransactionKind | null, amountCents: number): PostingKind {
  switch (kind) {
    case 'transfer':
      return amountCents > 0 ? 'reversal' : 'transfer';
    case 'credit':
    case 'incoming_payment':
      return amountCents < 0 ? 'reversal' : kind;
    case 'adjustment':
      return 'adjustment';
    case null:
      return 'closing';
  }
}

/** The fee within a posting, in cents: charged with a transfer, returned (negative) with its reversal. */
export function includedFeeCents(
  kind: TransactionKind | null,
  amountCents: number,
  feeCents: number,
): number {
  if (kind !== 'transfer' || feeCents === 0) return 0;
  return amountCents < 0 ? feeCents : -feeCents;
}

/** What customers read for each kind, as a description and in CSV files. */
export const POSTING_KIND_NAMES: Readonly<Record<PostingKind, string>> = {
  credit: 'Credit',
  incoming_payment: 'Incoming payment',
  transfer: 'Transfer',
  adjustment: 'Adjustment',
  reversal: 'Reversal',
  closing: 'Account closed',
};

/** The description of a posting without text: its kind and the other account's last four digits. */
export function describeByAccount(kind: PostingKind, counterpartyEnding: string | null): string {
  const name = POSTING_KIND_NAMES[kind];
  return counterpartyEnding === null ? name : `${name}, account ending ${counterpartyEnding}`;
}

/** A posting's description. `subject` is the transaction's description; null or empty once it is erased. */
export function describePosting(kind: PostingKind, subject: string | null): string {
  if (subject === null || subject === '') return POSTING_KIND_NAMES[kind];
  return kind === 'reversal' ? `${POSTING_KIND_NAMES.reversal}: ${subject}` : subject;
}
