import { SYSTEM_ACCOUNTS } from './accounts.js';
import { feeCentsOf } from './money.js';

/** `adjustment` is the line that a balance edit leaves in the history; it is completed at once and for good. */
export const TRANSACTION_KINDS = ['transfer', 'incoming_payment', 'credit', 'adjustment'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

export const TRANSACTION_STATUSES = [
  'pending',
  'processing',
  'initiated',
  'in_review',
  'completed',
  'failed',
  'cancelled',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** Fixed by spec.md §3; charts have a colour for each. */
export const TRANSACTION_CATEGORIES = [
  'food',
  'transportation',
  'entertainment',
  'shopping',
  'bills',
  'healthcare',
  'education',
  'personal',
  'business',
  'other',
] as const;
export type TransactionCategory = (typeof TRANSACTION_CATEGORIES)[number];

/** One transaction as the log leaves it. `revision` counts its events, for "already decided" checks. */
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
  /** Since when its customer sees it: a transfer and a credit at once, an incoming payment from completion. */
  readonly visibleAt: Date | null;
  /** A date set by an admin to be shown instead of the real one. */
  readonly shownAt: Date | null;
}

/** One side of a posting: cents added to (or, negative, taken from) an account. */
export interface Entry {
  readonly accountId: string;
  readonly amountCents: number;
}

/** What a transaction does to money: a hold on its customer's account and entries that sum to zero. */
export interface TransitionEffect {
  readonly holdCents: number;
  readonly entries: readonly Entry[];
}

type Amounts = Pick<TransactionState, 'kind' | 'accountId' | 'amountCents' | 'feeCents'>;

type BalanceEffect = 'holds' | 'posts' | 'nothing';

/** The table of design.md §3.2: what a transaction of this kind does to money while it has this status. */
export function balanceEffectOf(kind: TransactionKind, status: TransactionStatus): BalanceEffect {
  switch (status) {
    case 'completed':
      return 'posts';
    case 'failed':
    case 'cancelled':
      return 'nothing';
    case 'pending':
    case 'processing':
    case 'initiated':
    case 'in_review':
      return kind === 'transfer' ? 'holds' : 'nothing';
  }
}

/** True while a transaction counts towards the daily limit (transfers that are not failed or cancelled). */
export function countsTowardDailyLimit(kind: TransactionKind, status: TransactionStatus): boolean {
  return kind === 'transfer' && balanceEffectOf(kind, status) !== 'nothing';
}

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
      throw new TypeError('an adjustment has no status cells');
  }
}

/** The hold change and the entries that lead from one status cell to another; `from` is null for a new one. */
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

/** Fee by kind: only transfers pay one. */
export function feeCentsFor(kind: TransactionKind, amountCents: number): number {
  return kind === 'transfer' ? feeCentsOf(amountCents) : 0;
}
