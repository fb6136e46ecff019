import type { Transaction } from '@/lib/api/types';
import type { Category } from '@/lib/constants';
import { isIncoming } from '@/lib/transactions';
import { categoryOrOther } from './category-colors';

// Pure: the clock comes in as an argument.

/** What the figures need of a transaction. */
export type Movement = Pick<Transaction, 'type' | 'amountCents' | 'date'> & { category: string | null };

export type BalancePoint = { label: string; balanceCents: number };

/** Balance history looks at no more than these (spec.md §9). */
const HISTORY_LENGTH_MAX = 7;

/**
 * The balance before each of the latest transactions and today's, oldest first (spec.md §4, Balance history):
 * walking back from today, a credit is subtracted and a debit added. A point is floored at 0; the walk is not.
 * `movements` come newest first.
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

/** Calendar days, as the customer's clock counts them. */
function daysAgo(date: string, now: number): string {
  const dayOf = (time: number) => {
    const day = new Date(time);
    return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000;
  };
  const days = Math.max(0, dayOf(now) - dayOf(Date.parse(date)));
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

export type BalanceChange = { cents: number; percent: number | null };

/** The last point against the one before it; null when nothing changed (spec.md §2, Current Balance). */
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

/** Sums and counts over the recent transactions (spec.md §2, Analytics). */
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

/** Debits by category, the largest first; categories without spending are left out. */
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

/** Percentages have one decimal (spec.md §9). */
export function formatPercent(percent: number): string {
  return `${Math.abs(percent).toFixed(1)}%`;
}
