import type { TransactionKind } from '../ledger/domain/transactions.js';

/** What a posting on a customer's account is to that customer. */
export const POSTING_KINDS = [
  'credit',
  'incoming_payment',
  'transfer',
  'adjustment',
  'reversal',
  'closing',
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];

/** Tells a posting's kind from its transaction's and its sign; the last posting of a closed account has none. */
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

/** How much of a posting is the bank's fee: paid with a transfer, and given back (negative) with its reversal. */
export function includedFeeCents(
  kind: TransactionKind | null,
  amountCents: number,
  feeCents: number,
): number {
  if (kind !== 'transfer' || feeCents === 0) return 0;
  return amountCents < 0 ? feeCents : -feeCents;
}

const DEFAULT_DESCRIPTIONS: Readonly<Record<PostingKind, string>> = {
  credit: 'Credit',
  incoming_payment: 'Incoming payment',
  transfer: 'Transfer',
  adjustment: 'Balance adjustment',
  reversal: 'Reversal',
  closing: 'Account closed',
};

/** The words on a posting's line; the transaction's own are null or empty once they were erased. */
export function describePosting(kind: PostingKind, subject: string | null): string {
  if (subject === null || subject === '') return DEFAULT_DESCRIPTIONS[kind];
  return kind === 'reversal' ? `${DEFAULT_DESCRIPTIONS.reversal}: ${subject}` : subject;
}
