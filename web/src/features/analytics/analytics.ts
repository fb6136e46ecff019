import type { Transaction } from '@/lib/api/types';
import type { Category } from '@/lib/constants';
import { isIncoming } from '@/lib/transactions';
import { categoryOrOther } from './category-colors';

// Pure functions: the current time is an argument.

/** The fields of a transaction that analytics needs. */
export type Movement = Pick<Transaction, 'type' | 'amountCents' | 'date'> & { category: string | null };

export type BalancePoint = { label: string; balanceCents: number };

/** Maximum number of transactions in the balance history (ANA-4). */
const HISTORY_LENGTH_MAX = 7;

/**
 * The balance before each of the latest transactions and today's, oldest first (ANA-4). Walks back from today: a credit
 * is subtracted, a debit added. Points are floored at 0; the running balance is not.
 *
 * @param movements newest first
 */
export function balanceHistory(
  todayCents: number,
  movements: readonly Movement[],
  now: number,
): BalancePoint[] {
  const today = { label: 'Today', balanceCents: Math.max(0, todayCents) };
  if (movements.length === 0) return [{ ...today, label: 'Last Week' }, today];
  let runningCents = todayCents;
  const earlier = movements.slice(0, HISTORY_LENGTH_MAX).map((movement) => {
    const cents = Math.abs(movement.amountCents);
    runningCents += isIncoming(movement) ? -cents : cents;
    return { label: daysAgo(movement.date, now), balanceCents: Math.max(0, runningCents) };
  });
  return [...earlier.reverse(), today];
}

/** The age in calendar days of the browser's time zone. */
function daysAgo(date: string, now: number): string {
  const dayOf = (time: number) => {
    const day = new Date(time);
    return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000;
  };
  const days = Math.max(0, dayOf(now) - dayOf(Date.parse(date)));
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

export type BalanceChange = { cents: number; percent: number | null };

/** The change from the second to last point to the last, or null if they are equal (ANA-3). */
export function balanceChange(points: readonly BalancePoint[]): BalanceChange | null {
  const last = points.at(-1);
  const previous = points.at(-2);
  if (!last || !previous || last.balanceCents === previous.balanceCents) return null;
  const cents = last.balanceCents - previous.balanceCents;
  return { cents, percent: previous.balanceCents > 0 ? (cents / previous.balanceCents) * 100 : null };
}

export type TransactionFigures = {
  spendingCents: number;
  averageCents: number;
  credits: number;
  debits: number;
  total: number;
};

/** Sums and counts of the recent transactions (ANA-3). */
export function summarize(movements: readonly Movement[]): TransactionFigures {
  const debits = movements.filter((movement) => !isIncoming(movement));
  const total = movements.length;
  return {
    spendingCents: sumOf(debits),
    averageCents: total > 0 ? Math.round(sumOf(movements) / total) : 0,
    credits: total - debits.length,
    debits: debits.length,
    total,
  };
}

export type CategorySpending = { category: Category; cents: number; percent: number };

/** Debits by category, largest first (ANA-5). Categories without spending are omitted. */
export function spendingByCategory(movements: readonly Movement[]): CategorySpending[] {
  const sums = new Map<Category, number>();
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

/** The absolute percentage with one decimal (CON-1). */
export function formatPercent(percent: number): string {
  return `${Math.abs(percent).toFixed(1)}%`;
}
