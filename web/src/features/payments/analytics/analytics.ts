import type { TransactionCategory } from '@moniker/common/categories.js';
import { isOpenStatus } from '@moniker/common/transactions.js';
import type { AccountActivity, Transaction } from '@/lib/api/types';
import { isIncoming } from '@/lib/transactions';
import { categoryOrOther } from './category-colors';

// Pure functions over a customer's entries and transactions.

/** The fields of a transaction that analytics needs. */
export type Movement = Pick<Transaction, 'type' | 'status' | 'amountCents'> & { category: string | null };

/** Completed transactions, the only ones that count toward the figures and charts (ANA-7). */
export function settledOf<M extends Movement>(movements: readonly M[]): M[] {
  return movements.filter(({ status }) => status === 'completed');
}

export type PendingFigures = { incomingCents: number; outgoingCents: number; total: number };

/** Sums and count of open transactions, which no other figure includes (ANA-7). */
export function pendingOf(movements: readonly Movement[]): PendingFigures {
  const pending = movements.filter(({ status }) => isOpenStatus(status));
  return {
    incomingCents: sumOf(pending.filter(isIncoming)),
    outgoingCents: sumOf(pending.filter((movement) => !isIncoming(movement))),
    total: pending.length,
  };
}

/** A balance and the time it took effect. */
export type BalancePoint = { time: number; balanceCents: number };

/** Maximum number of transactions in the balance history (ANA-4). */
const HISTORY_LENGTH_MAX = 7;
const WEEK_MS = 7 * 86_400_000;

/**
 * Returns the balance before the latest settled entries, after each of these entries, and today, oldest first (ANA-4).
 * Computes the balances backward from today's. The running balance can be below 0; a point below 0 is raised to 0.
 */
export function balanceHistory(
  { totalCents, openedAt, entries }: Pick<AccountActivity, 'totalCents' | 'openedAt' | 'entries'>,
  now: number,
): BalancePoint[] {
  let runningCents = totalCents;
  const newestFirst = entries.slice(0, HISTORY_LENGTH_MAX).map(({ at, amountCents }) => {
    const point = { time: Date.parse(at), balanceCents: runningCents };
    runningCents -= amountCents;
    return point;
  });
  const [newest, oldest] = [newestFirst[0], newestFirst.at(-1)];
  // `now` may be rounded down, to a time before the newest entry.
  const today = { time: Math.max(now, newest?.time ?? now), balanceCents: totalCents };
  const earliest = Date.parse(entries[HISTORY_LENGTH_MAX]?.at ?? openedAt);
  const start = oldest ? startOf(oldest.time, earliest, today.time) : today.time - WEEK_MS;
  return [{ time: start, balanceCents: runningCents }, ...newestFirst.reverse(), today].map(
    ({ time, balanceCents }) => ({ time, balanceCents: Math.max(0, balanceCents) }),
  );
}

/**
 * The time of the first point: shortly before the oldest entry, but not before `earliest`. A longer gap would squeeze
 * the later points.
 */
function startOf(oldest: number, earliest: number, now: number): number {
  return Math.min(oldest, Math.max(earliest, oldest - (now - oldest) / HISTORY_LENGTH_MAX));
}

export type BalanceChange = { cents: number; percent: number | null };

/** How the newest entry changed the balance; null if it didn't, or if there are no entries (ANA-3). */
export function balanceChange(points: readonly BalancePoint[]): BalanceChange | null {
  const last = points.at(-1);
  // The last point is today and the one before it is the newest entry. Both have today's balance, so compare with the
  // third from the end.
  const previous = points.at(-3);
  if (!last || !previous || last.balanceCents === previous.balanceCents) return null;
  const cents = last.balanceCents - previous.balanceCents;
  return { cents, percent: previous.balanceCents > 0 ? (cents / previous.balanceCents) * 100 : null };
}

/** The sum of the debits (ANA-3). Expects only settled transactions. */
export function spendingOf(movements: readonly Movement[]): number {
  return sumOf(movements.filter((movement) => !isIncoming(movement)));
}

export type CategorySpending = { category: TransactionCategory; cents: number; percent: number };

/** Debits by category, largest first (ANA-5). Categories without spending are omitted. */
export function spendingByCategory(movements: readonly Movement[]): CategorySpending[] {
  const sums = new Map<TransactionCategory, number>();
  for (const movement of movements) {
    const cents = Math.abs(movement.amountCents);
    if (isIncoming(movement) || cents === 0) continue;
    const category = categoryOrOther(movement.category);
    sums.set(category, (sums.get(category) ?? 0) + cents);
  }
  const totalCents = [...sums.values()].reduce((sum, cents) => sum + cents, 0);
  return [...sums]
    .map(([category, cents]) => ({ category, cents, percent: (cents / totalCents) * 100 }))
    .sort((a, b) => b.cents - a.cents);
}

function sumOf(movements: readonly Movement[]): number {
  return movements.reduce((sum, { amountCents }) => sum + Math.abs(amountCents), 0);
}

/** Formats the absolute value of a percentage with one decimal place (CON-1). */
export function formatPercent(percent: number): string {
  return `${Math.abs(percent).toFixed(1)}%`;
}
