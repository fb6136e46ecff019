import { describe, expect, it } from '@jest/globals';
import {
  balanceHistory,
  balanceChange,
  summarize,
  formatPercent,
  spendingByCategory,
  type Movement,
} from './analytics';

const NOW = new Date(2026, 10, 20, 9).getTime();

function movement(type: Movement['type'], amountCents: number, days = 0, category: string | null = null) {
  return { type, amountCents, category, date: new Date(2026, 10, 20 - days, 23).toISOString() };
}

const balancesOf = (todayCents: number, movements: Movement[]) =>
  balanceHistory(todayCents, movements, NOW).map((point) => point.balanceCents);

describe('balance history', () => {
  it('returns two equal points without transactions [ANA-4]', () => {
    expect(balanceHistory(500, [], NOW)).toEqual([
      { label: 'Last Week', balanceCents: 500 },
      { label: 'Today', balanceCents: 500 },
    ]);
  });

  it('walks back from today, subtracting credits and adding debits [ANA-4]', () => {
    const newestFirst = [
      movement('debit', 300, 1),
      movement('credit', 200, 3),
      movement('incoming_payment', 100, 9),
    ];
    expect(balanceHistory(1000, newestFirst, NOW)).toEqual([
      { label: '9 days ago', balanceCents: 1000 },
      { label: '3 days ago', balanceCents: 1100 },
      { label: '1 day ago', balanceCents: 1300 },
      { label: 'Today', balanceCents: 1000 },
    ]);
  });

  it('uses at most the seven latest transactions [ANA-4]', () => {
    const eight = Array.from({ length: 8 }, () => movement('debit', 1));
    expect(balancesOf(0, eight)).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it('floors each point at 0, but not the running balance [ANA-4]', () => {
    expect(balancesOf(100, [movement('credit', 300), movement('debit', 250)])).toEqual([50, 0, 100]);
  });
});

describe('balance change', () => {
  it('compares today with the previous point [ANA-3, CON-1]', () => {
    const change = balanceChange(balanceHistory(750, [movement('debit', 250)], NOW));
    expect(change).toEqual({ cents: -250, percent: -25 });
    expect(formatPercent(-25)).toBe('25.0%');
  });

  it('is null if nothing changed, and has no percentage of zero [ANA-3]', () => {
    expect(balanceChange(balanceHistory(750, [], NOW))).toBeNull();
    expect(balanceChange(balanceHistory(750, [movement('credit', 750)], NOW))).toEqual({
      cents: 750,
      percent: null,
    });
  });
});

describe('analytics figures', () => {
  it('sum debits only, and average absolute amounts [ANA-3]', () => {
    const movements = [movement('debit', -200), movement('debit', 101), movement('incoming_payment', 400)];
    expect(summarize(movements)).toEqual({
      spendingCents: 301,
      averageCents: 234,
      credits: 1,
      debits: 2,
      total: 3,
    });
  });

  it('are zero without transactions', () => {
    expect(summarize([])).toEqual({ spendingCents: 0, averageCents: 0, credits: 0, debits: 0, total: 0 });
  });
});

describe('spending by category', () => {
  it('groups debits, largest first, with unknown categories under other [ANA-5]', () => {
    const movements = [
      movement('debit', 100, 0, 'food'),
      movement('debit', 200, 0, 'lottery'),
      movement('debit', 100, 0, null),
      movement('credit', 900, 0, 'food'),
    ];
    expect(spendingByCategory(movements)).toEqual([
      { category: 'other', cents: 300, percent: 75 },
      { category: 'food', cents: 100, percent: 25 },
    ]);
  });

  it('is empty without debits', () => {
    expect(spendingByCategory([movement('credit', 100)])).toEqual([]);
  });
});
